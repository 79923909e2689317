import { createSecretKey } from "node:crypto";
import { TouchstoneError } from "../../model/index.ts";
import { HttpClient } from "../../wire/index.ts";
import { completingPolicy, letInByToken, type Policy } from "./sdk-azure.ts";
import { observingPolicy } from "./sdk-azure-observing.ts";
import { type Caller, type ClientsOptions, defaultPatience } from "./sdk-clients.ts";
import { wrongAzureKey } from "./sdk-wrong-key.ts";

/** An account and the key that requests are signed with; nothing where they are not. */
export function signingKey(caller: Caller): { readonly id: string; readonly key: string } | undefined {
  if (caller.as === "owner") return { id: caller.id, key: caller.secret };
  return caller.as === "wrong-key" ? { id: caller.id, key: wrongAzureKey } : undefined;
}

/** Has a credential of the SDKs sign with a key that is ready, instead of the bytes that it would make one of each time. */
export function withReadyKey<Credential extends object>(
  credential: Credential,
  { key }: { readonly key: string },
): Credential {
  return Object.assign(credential, { accountKey: createSecretKey(Buffer.from(key, "base64")) });
}

/** Where the account's clients go to; a shared access signature stands in the address. */
export function accountUrl({ endpoint, caller }: ClientsOptions): string {
  return caller.as === "sas" ? `${endpoint}?${caller.sas.replace(/^\?/, "")}` : endpoint;
}

/**
 * The SDKs decide by themselves what they try again, but do not wait. Each client has options of its own: that of queues
 * writes a time limit into them, which a client of blobs would send along.
 */
export function promptRetries() {
  return { retryOptions: { retryDelayInMs: 0, maxRetryDelayInMs: 0 } };
}

interface Pipeline {
  removePolicy(named: { readonly name: string }): unknown;
  addPolicy(policy: Policy, options: { afterPhase: "Retry" | "Sign" }): void;
}

/** Policies that cost time with every request, and tell somebody who does not listen. */
const idlePolicies = ["tracingPolicy", "logPolicy"];

/** Takes what nobody needs out of a pipeline. */
export function dropIdle(pipeline: Pick<Pipeline, "removePolicy">): void {
  for (const name of idlePolicies) pipeline.removePolicy({ name });
}

/** Puts our policies into the pipeline that all clients made from this one share; gives what requests are sent by. */
export function observe(
  sdkClient: object,
  { caller, patience = defaultPatience }: Pick<ClientsOptions, "caller" | "patience">,
): HttpClient {
  const client = new HttpClient({ patience });
  const pipeline = pipelineOf(sdkClient);
  dropIdle(pipeline);
  pipeline.addPolicy(completingPolicy, { afterPhase: "Retry" });
  for (const policy of letInByToken(caller)) pipeline.addPolicy(policy, { afterPhase: "Retry" });
  pipeline.addPolicy(observingPolicy(client, patience), { afterPhase: "Sign" });
  return client;
}

function pipelineOf(client: object): Pipeline {
  // The SDKs have no option for policies of one's own; the pipeline is where they keep it for themselves.
  const pipeline = fieldOf(fieldOf(client, "pipeline"), "_corePipeline");
  if (typeof fieldOf(pipeline, "addPolicy") === "function") return pipeline as Pipeline;
  throw new TouchstoneError("TS_SDK", "this version of Azure's SDK cannot be observed", {
    hint: "Install the latest: npm install --save-dev @azure/storage-blob@latest @azure/storage-queue@latest",
  });
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
