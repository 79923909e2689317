import { type Operation, type Types, writeRequest } from "../../model/index.ts";
import type { HttpClient, RawHeader } from "../../wire/index.ts";
import { sasQuery } from "../azure-account/credential.ts";
import { writeQuery } from "../azure-account/raw-query.ts";
import type { AzureService } from "../azure-account/service.ts";
import { type SignedRequest, sharedKeyAuthorization } from "../azure-account/shared-key.ts";
import { headerIn } from "./header-list.ts";
import { signingKey } from "./sdk-azure-storage.ts";
import type { Caller, ClientsOptions, OpenSdk } from "./sdk-clients.ts";
import { bytesOf, RawSender } from "./sdk-raw.ts";
import type { WireAnswer } from "./sdk-watch.ts";
import { answerText } from "./top-level.ts";

/** A service whose requests are written and signed here. */
export interface RawAzure {
  readonly service: AzureService;
  readonly types: Types;
  /** The version of the service that requests name. */
  readonly version: string;
}

/** The requests that go past the SDK, let in as the caller can let them in; with the client they are closed. */
export function rawAzure(
  azure: RawAzure,
  options: ClientsOptions,
  client: HttpClient,
): Omit<OpenSdk, "start"> {
  const sender = new RawSender(client);
  const account = new URL(options.endpoint);
  const from = { ...azure, account, caller: options.caller, sender };
  return {
    raw(operation, input) {
      const { method, url, headers, body } = writeRequest(operation, input, azure.types);
      const isOfTables = azure.service === "azure-table" && isOdata(operation);
      const own = { method, target: url, headers: Object.entries(headers), body: bytesOf(body) };
      return sendSigned(from, own, isOfTables ? [odataAccepted] : []);
    },
    async send({ method, target, headers = [], body = "" }) {
      const own = { method, target, headers, body: bytesOf(body) };
      return answerText(await sendSigned(from, own));
    },
    [Symbol.dispose]: () => client[Symbol.dispose](),
  };
}

interface OwnRequest {
  readonly method: string;
  /** Behind the account. */
  readonly target: string;
  readonly headers: readonly RawHeader[];
  readonly body: Uint8Array;
}

interface From extends RawAzure {
  readonly account: URL;
  readonly caller: Caller;
  readonly sender: RawSender;
}

async function sendSigned(
  { service, version, account, caller, sender }: From,
  { method, target: behind, headers: own, body }: OwnRequest,
  more: readonly RawHeader[] = [],
): Promise<WireAnswer> {
  const { origin, host, pathname } = account;
  const target = withSas(pathname.replace(/\/$/, "") + behind, caller);
  const headers = withCommon(method, own, host, body.length, [["x-ms-version", version], ...more]);
  const authorization = await authorizationOf(service, { method, target, headers }, caller);
  return sender.send({ method, origin, target, headers: [...headers, ...authorization], body });
}

async function authorizationOf(
  service: AzureService,
  request: SignedRequest,
  caller: Caller,
): Promise<readonly RawHeader[]> {
  if (caller.as === "token") return [["Authorization", `Bearer ${await caller.token()}`]];
  const signer = signingKey(caller);
  if (signer === undefined) return [];
  const account = { account: signer.id, key: signer.key };
  return [["Authorization", sharedKeyAuthorization(service, "SharedKey", request, account)]];
}

/** The form of answers that every client asks for; some services refuse those who do not ask. */
export const odataAccepted: RawHeader = ["Accept", "application/json;odata=minimalmetadata"];

/** Properties of the service and policies of a table are XML, all else of tables is JSON. */
export function isOdata({ http }: Operation): boolean {
  return http.query["comp"] === undefined;
}

function withCommon(
  method: string,
  own: readonly RawHeader[],
  host: string,
  length: number,
  more: readonly RawHeader[],
): RawHeader[] {
  const common: RawHeader[] = [
    ["Host", host],
    ...more,
    ["x-ms-date", new Date().toUTCString()],
    ...(length > 0 || method === "PUT" || method === "POST"
      ? ([["Content-Length", String(length)]] satisfies RawHeader[])
      : []),
  ];
  return [...common.filter(([name]) => headerIn(own, name.toLowerCase()) === undefined), ...own];
}

function withSas(target: string, caller: Caller): string {
  if (caller.as !== "sas") return target;
  const sas = writeQuery(sasQuery(caller.sas)).replace(/^\?/, "");
  return `${target}${target.includes("?") ? "&" : "?"}${sas}`;
}
