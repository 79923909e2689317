import { type AzureService, storedPolicy } from "../../clouds/index.ts";
import { longestWait } from "./outcome-text.ts";

/** Sees every answer on its way to the SDK: what the SDK makes of it is another matter. */
export const watching = `
// Seconds in which a call is to be answered; what hangs is asked no more.
const limit = ${longestWait};
const late = \`no answer in \${limit} s\`;
let hung;

// Who cannot be reached shows nothing; who was there once, and is not any more, may have died of a call.
let isReached = false;
let unreached;
subscribe("http.client.request.error", ({ error }) => {
  const { syscall, code } = error.errors?.[0] ?? error;
  const isNobody = syscall === "connect" || syscall === "getaddrinfo";
  const isUntrusted = /CERT|UNABLE_TO_|ERR_TLS|EPROTO/.test(code);
  if (isReached || unreached) return;
  if (isUntrusted) unreached = \`\${code} (NODE_EXTRA_CA_CERTS=FILE says whom to trust)\`;
  else if (isNobody) unreached = code;
  else isReached = true;
});

// Every answer, on its way to the SDK.
let last;
subscribe("http.client.response.finish", ({ response }) => {
  isReached = true;
  const chunks = [];
  const push = response.push;
  response.push = (chunk, ...rest) => {
    if (chunk) chunks.push(Buffer.from(chunk));
    return push.call(response, chunk, ...rest);
  };
  last = {
    status: response.statusCode,
    headers: response.headers,
    get body() {
      return Buffer.concat(chunks).toString();
    },
  };
});`;

/**
 * Makes a call, and tells what was answered; what comes of a call that hangs is no answer to the next. A success may be looked at for
 * an error in its body.
 */
export function performing(areSuccessesRead: boolean): string {
  const isRefused = areSuccessesRead
    ? "answer.status >= 400 || /^\\s*(?:<\\?[^>]*>\\s*)?<Error[\\s>]/.test(answer.body)"
    : "answer.status >= 400";
  return `
async function step(operation, call) {
  last = undefined;
  const problem = hung ? \`no answer: \${hung} hangs\` : await problemOf(call);
  if (!isReached && unreached) {
    console.error(\`nobody can be reached at \${endpoint}: \${unreached}: nothing is shown\`);
    process.exit(2);
  }
  if (problem === late) [hung, last] = [operation, undefined];
  const answer = last ?? { headers: {}, body: "" };
  const code = ${isRefused} ? codeOf(answer) : undefined;
  const told = answer.status ? [answer.status, code].filter(Boolean).join(" ") : problem;
  console.log(\`\${operation}: \${told}\`);
  return Object.assign(answer, { told });
}

async function problemOf(call) {
  let timer;
  const tooLate = new Promise((resolve) => {
    timer = setTimeout(resolve, limit * 1000, late);
  });
  const made = (async () => call())().then(
    () => "no answer",
    (error) => \`no answer: \${error}\`,
  );
  const problem = await Promise.race([made, tooLate]);
  clearTimeout(timer);
  return problem;
}

function codeOf({ headers, body }) {
  const inBody = /(?:<(?:\\w+:)?[Cc]ode>|"code"\\s*:\\s*"|"__type"\\s*:\\s*"(?:[^"#]*#)?)([A-Za-z0-9.]+)/.exec(body);
  return inBody?.[1] ?? headers["x-ms-error-code"];
}`;
}

/** Reads what an answer gave, for a later call. */
export const readingBodies = `
function inBody({ body }, path) {
  const names = path.match(/[^.[\\]]+/g) ?? [];
  const first = (value) => (Array.isArray(value) ? value[0] : value);
  if (/^\\s*[[{]/.test(body)) {
    return first(names.reduce((value, name) => first(value)?.[name], JSON.parse(body)));
  }
  const found = new RegExp(\`<(?:\\\\w+:)?\${names.at(-1)}>([^<]*)<\`).exec(body);
  return found?.[1].replace(/&quot;|&#34;/g, '"').replaceAll("&amp;", "&");
}`;

/** Something in the form of what a call needs stands for what nobody has given. */
export const givenValues = `
function given({ status }, value, otherwise) {
  return status < 300 && (value ?? "") !== "" ? value : otherwise;
}`;

/** The values at a place of a body, as texts: one of each item of a list. */
export const valuesInJson = `
function valuesAt({ body }, path) {
  const leaves = (value, place) => {
    if (Array.isArray(value)) return value.flatMap((item) => leaves(item, \`\${place}[]\`));
    if (typeof value !== "object" || value === null) return place === path ? [String(value)] : [];
    return Object.entries(value).flatMap(([name, part]) => leaves(part, place ? \`\${place}.\${name}\` : name));
  };
  return leaves(JSON.parse(body || "null"), "");
}`;

/** The texts of the elements that a path leads to from the root; an empty one says nothing. */
export const valuesInXml = `
function valuesAt({ body }, path) {
  const [values, open] = [[], []];
  let start;
  for (const { 0: tag, 1: isEnd, 2: name, index } of body.matchAll(/<(\\/?)(?:\\w+:)?([^\\s<>/?!:]+)[^<>]*>/g)) {
    if (!isEnd) start = index + tag.length;
    if (!isEnd) open.push(name);
    if (!isEnd && !tag.endsWith("/>")) continue;
    const here = open.slice(1).join(".") || name;
    if (isEnd && here === path && start < index) values.push(plain(body.slice(start, index)));
    open.pop();
    start = undefined;
  }
  return values;
}

function plain(text) {
  const marks = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
  return text.replace(/&(?:#(x?)(\\w+)|(\\w+));/g, (_, hex, code, mark) =>
    mark ? marks[mark] : String.fromCodePoint(parseInt(code, hex ? 16 : 10)),
  );
}`;

/** Puts into requests of Azure's SDKs what their methods have no options for. */
export const addingPolicy = `
// The SDK has no option for what is added: it goes into the request before that is signed.
let added;
const addingPolicy = {
  name: "adding",
  sendRequest(request, next) {
    for (const [name, value] of Object.entries(added?.headers ?? {})) request.headers.set(name, value);
    for (const [name, value] of Object.entries(added?.query ?? {})) {
      const [path, query = ""] = request.url.split("?");
      const others = query.split("&").filter((pair) => pair && decodeURIComponent(pair.split("=")[0]) !== name);
      request.url = \`\${path}?\${[...others, \`\${encodeURIComponent(name)}=\${encodeURIComponent(value)}\`].join("&")}\`;
    }
    return next(request);
  },
};`;

export const adding = `
async function adding(what, call) {
  added = what;
  try {
    return await call();
  } finally {
    added = undefined;
  }
}`;

/** The storage SDKs keep their pipeline to themselves. */
export const addingToStorage = `
function withAdding(client) {
  client.pipeline._corePipeline.addPolicy(addingPolicy, { afterPhase: "Retry" });
  return client;
}`;

export const azureHmac = `
function hmac(secret, text) {
  return createHmac("sha256", Buffer.from(secret, "base64")).update(text).digest("base64");
}`;

/** Signs for an account of Azure. */
export function accountSas(serviceLetter: string): string {
  return `
function accountSas(sp, srt, se) {
  const [sv, ss, spr] = ["2021-10-04", "${serviceLetter}", "https,http"];
  const sig = hmac(key, [account, sp, ss, srt, "", se, "", spr, sv, "", ""].join("\\n"));
  return String(new URLSearchParams({ sv, ss, srt, sp, se, spr, sig }));
}`;
}

/** Signs for one container, queue or table, by the policy that is stored there. */
export function policySas(service: AzureService): string {
  const { named, signed, sent } = sharedThings[service];
  return `
function policySas(name) {
  const [sv, si, spr] = ["2021-10-04", "${storedPolicy}", "https,http"];
  const path = \`/${service.replace("azure-", "")}/\${account}/\${${named}}\`;
  const sig = hmac(key, ["", "", "", path, si, "", spr, sv${signed}].join("\\n"));
  return String(new URLSearchParams({ sv, ${sent}si, spr, sig }));
}`;
}

/** What such signatures are about, what stands in their text behind the version, and what else is sent. */
const sharedThings: Readonly<
  Record<AzureService, { readonly named: string; readonly signed: string; readonly sent: string }>
> = {
  "azure-blob": { named: "name", signed: `, "c"${', ""'.repeat(7)}`, sent: 'sr: "c", ' },
  "azure-queue": { named: "name", signed: "", sent: "" },
  "azure-table": { named: "name.toLowerCase()", signed: ', ""'.repeat(4), sent: "tn: name, " },
};

const sending = `
  const { protocol, hostname, port } = new URL(endpoint);
  const answer = await new Promise((resolve, reject) => {
    (protocol === "https:" ? https : http)
      .request({ protocol, hostname, port, method, path, headers: all }, resolve)
      .on("error", reject)
      .end(content);
  });
  for await (const _ of answer);`;

/** A request without the SDK, signed with the account's key. */
export function azureSend(signedText: string): string {
  return `
async function send(method, target, headers, body, access) {
  const content = Buffer.from(body);
  const sas = access.sas ? (target.includes("?") ? "&" : "?") + access.sas : "";
  const path = new URL(endpoint).pathname.replace(/\\/$/, "") + target + sas;
  const all = { "x-ms-date": new Date().toUTCString(), ...headers };
  if (content.length > 0 || method === "PUT" || method === "POST") all["Content-Length"] = content.length;
  if (access.key) all.Authorization = \`SharedKey \${account}:\${hmac(access.key, signedText(method, path, all))}\`;
${sending.slice(1)}
}
${signedText}`;
}

export const storageText = `
function signedText(method, path, headers) {
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const value = (name) => lower[name] || "";
  const own = Object.keys(lower).filter((name) => name.startsWith("x-ms-"));
  const [resource, query = ""] = path.split("?");
  const pairs = query.split("&").filter(Boolean).map((pair) => pair.split(/=(.*)/s));
  const lines = [
    method,
    ...["content-encoding", "content-language", "content-length", "content-md5", "content-type"].map(value),
    "",
    ...["if-modified-since", "if-match", "if-none-match", "if-unmodified-since", "range"].map(value),
    ...own.sort().map((name) => \`\${name}:\${lower[name]}\`),
    \`/\${account}\${resource}\`,
    ...pairs.map(([name, text = ""]) => \`\${decodeURIComponent(name).toLowerCase()}:\${decodeURIComponent(text)}\`).sort(),
  ];
  return lines.join("\\n");
}`;

export const tableText = `
function signedText(method, path, headers) {
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const value = (name) => lower[name] || "";
  const [resource, query = ""] = path.split("?");
  const comp = new URLSearchParams(query).get("comp");
  const named = \`/\${account}\${resource}\${comp === null ? "" : \`?comp=\${comp}\`}\`;
  return [method, value("content-md5"), value("content-type"), value("x-ms-date"), named].join("\\n");
}`;

/** A request without the SDK, signed by Signature Version 4. */
export function amazonSend(service: "s3" | "dynamodb"): string {
  return `
async function send(method, target, headers, body, access) {
  const content = Buffer.from(body);
  const path = new URL(endpoint).pathname.replace(/\\/$/, "") + target;
  const payload = createHash("sha256").update(content).digest("hex");
  const date = new Date().toISOString().replace(/[-:]|\\.\\d+/g, "");
  const all = { Host: new URL(endpoint).host, ...headers, "x-amz-content-sha256": payload, "x-amz-date": date };
  if (content.length > 0 || method !== "GET") all["Content-Length"] = content.length;
  if (access.secret) all.Authorization = signature(method, path, all, payload, access.secret);
${sending.slice(1)}
}

function signature(method, path, headers, payload, secret) {
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const names = Object.keys(lower).filter((name) => /^(?:x-amz-.*|host|content-type)$/.test(name)).sort();
  const [resource, query = ""] = path.split("?");
  const pairs = query.split("&").filter(Boolean).map((pair) => (pair.includes("=") ? pair : \`\${pair}=\`));
  const lines = names.map((name) => \`\${name}:\${String(lower[name]).trim().replace(/ +/g, " ")}\\n\`).join("");
  const request = [method, resource, pairs.sort().join("&"), lines, names.join(";"), payload].join("\\n");
  const date = lower["x-amz-date"];
  const scope = \`\${date.slice(0, 8)}/us-east-1/${service}/aws4_request\`;
  const hash = createHash("sha256").update(request).digest("hex");
  const hmac = (key, text) => createHmac("sha256", key).update(text).digest();
  const signing = scope.split("/").reduce(hmac, \`AWS4\${secret}\`);
  const signed = hmac(signing, ["AWS4-HMAC-SHA256", date, scope, hash].join("\\n")).toString("hex");
  return \`AWS4-HMAC-SHA256 Credential=\${keyId}/\${scope}, SignedHeaders=\${names.join(";")}, Signature=\${signed}\`;
}`;
}
