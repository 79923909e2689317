import type { Input, Operation } from "../../model/index.ts";
import { type SdkRequest, unsent } from "./sdk-azure.ts";
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
  const request = await unsent(start);
  const prefer = request?.headers["prefer"];
  return {
    via: "sdk",
    calls: await recordedCalls(call, { url: unsentEndpoint }),
    added: request?.added ?? { headers: {}, query: {} },
    ...(operation.bodyFormat === "multipart" && contentOf(request)),
    ...(prefer !== undefined && { prefer }),
  };
}

function contentOf(request: SdkRequest | undefined): Pick<WrittenSdkCall, "content"> {
  const type = request?.headers["content-type"];
  return typeof request?.body === "string" && type !== undefined
    ? { content: { type, text: request.body } }
    : {};
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
