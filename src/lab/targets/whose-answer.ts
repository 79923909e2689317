import type { ServiceName } from "../../clouds/index.ts";
import { TouchstoneError } from "../../model/index.ts";
import { type Asked, ask } from "../emulators/answers.ts";

/** So much of an answer is looked at. */
const mostText = 4096;

/** What only one service answers well. */
const questions: Readonly<Record<ServiceName, (url: string) => Asked>> = {
  "azure-blob": (url) => ({ url: `${url}?comp=list` }),
  "azure-queue": (url) => ({ url: `${url}?comp=list` }),
  "azure-table": (url) => ({ url: `${url}/Tables` }),
  s3: (url) => ({ url }),
  dynamodb: (url) => ({
    url,
    method: "POST",
    headers: {
      "content-type": "application/x-amz-json-1.0",
      "x-amz-target": "DynamoDB_20120810.ListTables",
    },
    body: "{}",
  }),
};

/** Fails where what answers is surely another service: all that it refused would be taken for what the service refuses. */
export async function requireService(service: ServiceName, url: string, signal: AbortSignal): Promise<void> {
  const response = await ask(questions[service](url), signal);
  if (response === undefined) return;
  const found = serviceOf(String(response.headers["server"]), await beginningOf(response));
  if (found === undefined || found === service) return;
  throw new TouchstoneError("TS_TARGET_OTHER", `${url} serves ${found}, not ${service}`, {
    hint: `Name the address of ${service}: where one program serves several, each may have a port of its own. For replay and compare, SERVICE=URL says what a URL is for.`,
  });
}

const kinds: Readonly<Record<string, ServiceName>> = {
  Blob: "azure-blob",
  Queue: "azure-queue",
  Table: "azure-table",
};

/** Whose answer this is; `undefined` wherever it might be anybody's. */
function serviceOf(server: string, text: string): ServiceName | undefined {
  const [, kind = ""] = /^(?:Azurite|Windows-Azure)-(\w+)\//.exec(server) ?? [];
  if (Object.hasOwn(kinds, kind)) return kinds[kind];
  if (/^healthy: dynamodb\.|"__type"\s*:\s*"com\.amazonaws\.dynamodb\./.test(text)) return "dynamodb";
  return /<ListAllMyBucketsResult\b|<Code>NoSuchBucket<\/Code>/.test(text) ? "s3" : undefined;
}

async function beginningOf(response: AsyncIterable<Buffer>): Promise<string> {
  let text = "";
  try {
    for await (const chunk of response) {
      text += chunk.toString("latin1");
      if (text.length >= mostText) break;
    }
  } catch {
    // What has come until then is all that there is.
  }
  return text;
}
