import { type HttpRequest, type Input, type Operation, type Types, writeRequest } from "../../model/index.ts";
import type { RawHeader } from "../../wire/index.ts";
import { sasQuery } from "../azure-account/credential.ts";
import { writeQuery } from "../azure-account/raw-query.ts";
import type { AzureService } from "../azure-account/service.ts";
import { sharedKeyAuthorization } from "../azure-account/shared-key.ts";
import { headerIn } from "./header-list.ts";
import { signingKey } from "./sdk-azure-storage.ts";
import type { Caller, ClientsOptions } from "./sdk-clients.ts";
import { bytesOf, type RawSender } from "./sdk-raw.ts";

/** A service whose requests are written and signed here. */
export interface RawAzure {
  readonly service: AzureService;
  readonly types: Types;
  /** The version of the service that requests name. */
  readonly version: string;
}

/** Sends an operation's request, let in as the caller can let it in. */
export async function sendAzure(
  { service, types, version }: RawAzure,
  operation: Operation,
  input: Input,
  { endpoint, caller }: ClientsOptions,
  sender: RawSender,
): Promise<void> {
  const written = writeRequest(operation, input, types);
  const { origin, host, pathname } = new URL(endpoint);
  const body = bytesOf(written.body);
  const target = withSas(pathname.replace(/\/$/, "") + written.url, caller);
  const headers = withCommon(written, host, body.length, [
    ["x-ms-version", version],
    ...(service === "azure-table" && isOdata(operation) ? [odataAccepted] : []),
  ]);
  const signer = signingKey(caller);
  const signed: RawHeader[] =
    signer === undefined
      ? headers
      : [
          ...headers,
          [
            "Authorization",
            sharedKeyAuthorization(
              service,
              "SharedKey",
              { method: written.method, target, headers },
              { account: signer.id, key: signer.key },
            ),
          ],
        ];
  await sender.send({ method: written.method, origin, target, headers: signed, body });
}

/** The form of answers that every client asks for; some services refuse those who do not ask. */
export const odataAccepted: RawHeader = ["Accept", "application/json;odata=minimalmetadata"];

/** Properties of the service and policies of a table are XML, all else of tables is JSON. */
export function isOdata({ http }: Operation): boolean {
  return http.query["comp"] === undefined;
}

function withCommon(
  { method, headers }: HttpRequest,
  host: string,
  length: number,
  more: readonly RawHeader[],
): RawHeader[] {
  const own = Object.entries(headers);
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
