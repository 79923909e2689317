import type { Input, Operation } from "../../model/index.ts";
import { type Completion, type SdkRequest, unsent } from "./sdk-azure.ts";
import type { ClientsOptions, WrittenSdkCall } from "./sdk-clients.ts";
import { recordedCalls } from "./sdk-recorded.ts";
import { wrongAzureKey } from "./sdk-wrong-key.ts";

/** An operation with its values, and how it is called. */
export interface AzureCall<Client> {
  readonly operation: Operation;
  readonly input: Input;
  readonly completion: Completion;
  readonly call: (client: Client) => Promise<unknown>;
}

/** Stands for the endpoint in what is written: nothing is there. */
export const unsentEndpoint = "http://endpoint.invalid/account";

/** Clients that are opened with this are used for what would be sent, and send nothing. */
export function unsentOptions(cwd: string | undefined): ClientsOptions {
  return {
    endpoint: unsentEndpoint,
    caller: { as: "owner", id: "account", secret: wrongAzureKey },
    ...(cwd !== undefined && { cwd }),
  };
}

/** Writes a call down: which methods are called, by a stand-in; what they leave out, by the SDK itself. */
export async function writtenAzureCall<Client extends object>(
  { operation, input, completion, call }: AzureCall<Client>,
  client: Client,
): Promise<WrittenSdkCall> {
  const calls = await recordedCalls(call, { url: unsentEndpoint });
  const request = await unsent(operation, input, completion, () => call(client));
  return {
    via: "sdk",
    calls,
    added: request?.added ?? { headers: {}, query: {} },
    ...(operation.bodyFormat === "multipart" && contentOf(request)),
  };
}

function contentOf(request: SdkRequest | undefined): Pick<WrittenSdkCall, "content"> {
  const type = request?.headers["content-type"];
  return typeof request?.body === "string" && type !== undefined
    ? { content: { type, text: request.body } }
    : {};
}
