import {
  type Answered,
  type Call,
  type Contract,
  contract,
  documented,
  type Evidence,
  fault,
  type Interface,
  isFixed,
  type Operation,
  type Parameter,
  recorded,
  validate,
} from "../../model/index.ts";

/** The owner's list of the codes that all of its storage services have, and one of them. */
export function commonCodes(code: string): Evidence {
  return documented(
    "Common REST API error codes",
    "https://learn.microsoft.com/rest/api/storageservices/common-rest-api-error-codes",
    code,
  );
}

const versionPattern = /^\d{4}-\d\d-\d\d$/;

/** What Azure's three storage services say of every call: by which codes they refuse it, and whom they do not know. */
export function refusalContracts(described: Interface): readonly Contract[] {
  const { name: service, operations } = described;
  // Answers to HEAD have no code.
  const timed = operations.filter(
    ({ http, parameters }) => http.method !== "HEAD" && parameters.some(({ name }) => name === "timeout"),
  );
  const byName = new Map(timed.map((operation) => [operation.name, operation]));
  const on = operations.map(({ name }) => name);
  const reasonOf = (call: Call) => {
    const operation = byName.get(call.operation);
    return operation && reasonIn(operation, call, described);
  };
  return [
    contract({
      id: `${service}/refusal-has-a-code`,
      says: "a refusal names its reason: what of the request is missing, has no such form, or is out of range",
      on: timed.map(({ name }) => name),
      asksFirst: "if-refused",
      when: ({ call, answered }) => isSpeechless(answered) && reasonOf(call) !== undefined,
      answer: ({ call }) => fault(400, reasonOf(call) ?? ""),
      evidence: commonCodes(
        "InvalidHeaderValue, InvalidQueryParameterValue, MissingRequiredHeader, MissingRequiredQueryParameter, OutOfRangeQueryParameterValue, InvalidXmlDocument, InvalidInput",
      ),
      breaks: { input: { timeout: "soon" }, answered: { status: 400 } },
      keeps: { input: { timeout: "soon" }, answered: { status: 400, code: "InvalidQueryParameterValue" } },
    }),
    contract({
      id: `${service}/wrong-signature-is-not-authenticated`,
      says: "a request that is signed with another key is not authenticated, as well formed as its signature is",
      on,
      asksFirst: "if-refused",
      when: ({ call: { headers }, answered }) =>
        answered.code === "InvalidAuthenticationInfo" &&
        /^SharedKey(?:Lite)? [^\s:]+:[\w+/]+=*$/.test(headers["authorization"] ?? ""),
      answer: fault(
        403,
        "AuthenticationFailed",
        "Server failed to authenticate the request. Make sure the value of Authorization header is formed correctly including the signature.",
      ),
      evidence: commonCodes("AuthenticationFailed, InvalidAuthenticationInfo"),
      breaks: { answered: { status: 400, code: "InvalidAuthenticationInfo" } },
      keeps: { answered: { status: 403, code: "AuthenticationFailed" } },
    }),
    contract({
      id: `${service}/expired-signature-is-not-authenticated`,
      says: "a shared access signature that is not valid any more, or not yet, is not authenticated",
      on,
      asksFirst: "if-refused",
      when: ({ call: { caller, query }, answered, now }) =>
        caller === "sas" &&
        answered.status === 403 &&
        answered.code !== "AuthenticationFailed" &&
        (Date.parse(query.get("se") ?? "") < now || Date.parse(query.get("st") ?? "") > now),
      answer: fault(
        403,
        "AuthenticationFailed",
        "Server failed to authenticate the request. Make sure the value of Authorization header is formed correctly including the signature.",
      ),
      evidence: recorded(
        "the service's answer, quoted in github.com/microsoft/AzureStorageExplorer/issues/3219 and github.com/microsoft/AzureStorageExplorer/issues/3163",
      ),
      breaks: { caller: "sas", answered: { status: 403, code: "AuthorizationFailure" } },
      keeps: { caller: "sas", answered: { status: 403, code: "AuthenticationFailed" } },
    }),
    contract({
      id: `${service}/version-is-a-date`,
      says: "the version that a request asks for is a date",
      on,
      when: ({ call: { headers } }) => {
        const version = headers["x-ms-version"];
        return version !== undefined && version !== "" && !versionPattern.test(version.trim());
      },
      answer: fault(
        400,
        "InvalidHeaderValue",
        "The value for one of the HTTP headers is not in the correct format.",
      ),
      evidence: commonCodes("InvalidHeaderValue"),
      breaks: { input: { version: "latest" } },
      keeps: { input: { version: described.version } },
    }),
  ];
}

/** Of what signatures are for, those that are not the account's own, or of something else, or of a policy that is not there. */
export function madeUpSignature(service: string, on: readonly string[]): Contract {
  return contract({
    id: `${service}/made-up-signature-is-not-authenticated`,
    says: "a shared access signature that the account's key has not made for this thing is not authenticated",
    on,
    asksFirst: "if-refused",
    // What a signature is narrowed to may be why it is refused.
    when: ({ call: { caller, query }, answered }) =>
      caller === "sas" &&
      answered.code === "AuthorizationFailure" &&
      !["spk", "srk", "epk", "erk"].some((name) => query.has(name)),
    answer: fault(
      403,
      "AuthenticationFailed",
      "Server failed to authenticate the request. Make sure the value of Authorization header is formed correctly including the signature.",
    ),
    evidence: commonCodes("AuthenticationFailed"),
    breaks: { caller: "sas", answered: { status: 403, code: "AuthorizationFailure" } },
    keeps: { caller: "sas", answered: { status: 403, code: "AuthorizationPermissionMismatch" } },
  });
}

/** Who is allowed to do something by a signature is not thereby allowed to change who is. */
export function policiesBySignature(service: string, on: readonly string[]): Contract {
  return contract({
    id: `${service}/policies-are-not-for-signatures`,
    says: "stored access policies are not read or set with a shared access signature, whatever it allows",
    on,
    asksFirst: "if-refused",
    when: ({ call: { caller }, answered }) =>
      caller === "sas" && answered.code === "AuthorizationPermissionMismatch",
    answer: fault(403, "AuthorizationFailure", "This request is not authorized to perform this operation."),
    evidence: sasCodes("AuthorizationFailure"),
    breaks: { caller: "sas", answered: { status: 403, code: "AuthorizationPermissionMismatch" } },
    keeps: { caller: "sas", answered: { status: 403, code: "AuthorizationFailure" } },
  });
}

/** The owner's list of the codes by which shared access signatures are refused. */
export function sasCodes(code: string): Evidence {
  return documented(
    "SAS error codes",
    "https://learn.microsoft.com/rest/api/storageservices/sas-error-codes",
    code,
  );
}

/**
 * Of blobs and queues, the answer to who says not who he is; from that version on, and not where something is public.
 * Tables do so in a later version than their SDKs speak.
 */
export function challengeContract({ name: service, operations }: Interface, version: string): Contract {
  return contract({
    id: `${service}/nobody-is-asked-who-he-is`,
    says: "who does not say who he is is asked, from version 2019-12-12 on",
    on: operations.map(({ name }) => name),
    asksFirst: "if-refused",
    when: ({ call: { caller, headers }, answered }) =>
      caller === "anonymous" &&
      /^Auth\w+(?:Failure|Failed)$/.test(answered.code ?? "") &&
      (headers["x-ms-version"] ?? "") >= "2019-12-12",
    answer: fault(
      401,
      "NoAuthenticationInformation",
      "Server failed to authenticate the request. Please refer to the information in the www-authenticate header.",
    ),
    evidence: documented(
      "Authorize with Azure Active Directory (REST API), Bearer challenge",
      "https://learn.microsoft.com/rest/api/storageservices/authorize-with-azure-active-directory",
    ),
    breaks: {
      caller: "anonymous",
      input: { version },
      answered: { status: 403, code: "AuthorizationFailure" },
    },
    keeps: { input: { version }, answered: { status: 403, code: "AuthorizationFailure" } },
  });
}

/** Whether a request was refused without a code: by its form, then, before anybody looked at what it is about. */
function isSpeechless({ status, code = "" }: Answered): boolean {
  return status === 400 && code === "";
}

/** Headers that a request may do without, and versions, of which there are others than those that we describe. */
const unasked = new Set(["x-ms-version", "dataserviceversion", "content-length", "content-type", "accept"]);

/** The code by which all is told that is wrong with a request; `undefined` if nothing is, or more than one thing. */
function reasonIn(operation: Operation, call: Call, { types }: Interface): string | undefined {
  const reasons = new Set<string>();
  for (const parameter of operation.parameters) {
    if (isFixed(operation.http, parameter) || unasked.has(parameter.wire.toLowerCase())) continue;
    const value = call.input[parameter.name];
    if (value === undefined && !parameter.required && !isUnreadable(parameter, operation, call)) continue;
    if (validate(parameter.type, value, types).length === 0) continue;
    const reason = codeOf(parameter, value, operation);
    if (reason !== undefined) reasons.add(reason);
  }
  const [reason, ...others] = reasons;
  return others.length === 0 ? reason : undefined;
}

/** What is there, and is not XML, is not read. */
function isUnreadable({ in: place }: Parameter, { bodyFormat }: Operation, { body }: Call): boolean {
  return place === "body" && bodyFormat === "xml" && (body?.length ?? 0) > 0;
}

function codeOf(
  { in: place, wire }: Parameter,
  value: unknown,
  { bodyFormat }: Operation,
): string | undefined {
  // What is OData's own is told as all is that tables are sent.
  if (place === "query" && wire.startsWith("$")) return "InvalidInput";
  if (place === "query") {
    if (value === undefined) return "MissingRequiredQueryParameter";
    return typeof value === "number" ? "OutOfRangeQueryParameterValue" : "InvalidQueryParameterValue";
  }
  if (place === "header") return value === undefined ? "MissingRequiredHeader" : "InvalidHeaderValue";
  if (place !== "body") return undefined;
  return bodyFormat === "xml" ? "InvalidXmlDocument" : bodyFormat === "json" ? "InvalidInput" : undefined;
}
