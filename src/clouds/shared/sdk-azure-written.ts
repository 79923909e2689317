import type { HttpRequest, Input, Operation } from "../../model/index.ts";
import { type UnsentRequest, unsent } from "./sdk-azure.ts";
import { isOdata, odataAccepted } from "./sdk-azure-raw.ts";
import type { ClientsOptions, SdkDriver, WrittenSdkCall } from "./sdk-clients.ts";
import { recordedCalls } from "./sdk-recorded.ts";
import { wrongAzureKey } from "./sdk-wrong-key.ts";

/** Stands for the endpoint in what is written: nothing is there. */
export const unsentEndpoint = "http://endpoint.invalid/account";

/** Clients that are opened with this tell what they would send, and send nothing. */
function unsentOptions(cwd: string | undefined): ClientsOptions {
  return {
    endpoint: unsentEndpoint,
    caller: { as: "owner", id: "account", secret: wrongAzureKey },
    ...(cwd !== undefined && { cwd }),
  };
}

/** Writes a call down: which methods are called, by a stand-in; what they leave out, by the SDK itself. */
export async function writtenAzureCall<Client extends object>(
  operation: Operation,
  input: Input,
  call: (client: Client) => Promise<unknown>,
  open: SdkDriver["open"],
  cwd: string | undefined,
): Promise<WrittenSdkCall | undefined> {
  using sdk = await open(unsentOptions(cwd));
  const start = sdk.start(operation, input);
  if (start === undefined) return undefined;
  const kept = await unsent(start);
  const added = kept?.added ?? { headers: {}, query: {} };
  const request = kept && requestOf(kept);
  return {
    via: "sdk",
    calls: await recordedCalls(call, { url: unsentEndpoint }),
    added,
    ...(request !== undefined && { request }),
  };
}

/** What an SDK makes up for each request anew, or says of itself. */
const ofTheSending = new Set([
  "accept-encoding",
  "connection",
  "content-length",
  "user-agent",
  "x-ms-client-request-id",
  "x-ms-useragent",
]);

/** Nothing where the body is a stream, which nobody can write down. */
function requestOf({ added, method, url, headers, body }: UnsentRequest): HttpRequest | undefined {
  if (body !== undefined && typeof body !== "string" && !(body instanceof Uint8Array)) return undefined;
  const given = new Set(Object.keys(added.headers).map((name) => name.toLowerCase()));
  const kept = Object.entries(headers).filter(
    ([name]) => given.has(name.toLowerCase()) || !ofTheSending.has(name.toLowerCase()),
  );
  return {
    method,
    url: url.slice(unsentEndpoint.length),
    headers: Object.fromEntries(kept),
    ...(body !== undefined && { body }),
  };
}

/** What a request that is written without an SDK says of itself. */
export function azureHeaders(version: string): Readonly<Record<string, string>> {
  return { "x-ms-version": version };
}

/** The same for tables, whose clients all ask for the form of answers that they know. */
export function tableHeaders(version: string, operation: Operation): Readonly<Record<string, string>> {
  const [name, value] = odataAccepted;
  return { ...azureHeaders(version), ...(isOdata(operation) && { [name]: value }) };
}
