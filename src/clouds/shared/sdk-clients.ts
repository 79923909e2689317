import type { HttpRequest, Input, Operation } from "../../model/index.ts";
import type { ServiceName } from "../service-names.ts";
import type { Added } from "./sdk-azure.ts";
import type { CallExpression } from "./sdk-recorded.ts";
import type { CallResult, Route } from "./sdk-result.ts";
import type { Send } from "./top-level.ts";

/**
 * Who calls: the owner of the account, somebody with a key that is not the account's, a holder of a SAS or, on Azure, of
 * tokens, or nobody.
 */
export type Caller =
  | {
      readonly as: "owner";
      readonly id: string;
      readonly secret: string;
      /** The token of a session of AWS, which the key is of. */
      readonly session?: string;
    }
  | { readonly as: "wrong-key"; readonly id: string }
  | { readonly as: "sas"; readonly sas: string }
  | { readonly as: "token"; readonly token: () => Promise<string> }
  | { readonly as: "anonymous" };

/** Where calls go, and on whose behalf. */
export interface ClientsOptions {
  /** Includes the account's path for an Azure emulator. */
  readonly endpoint: string;
  readonly caller: Caller;
  /** Hosts other than this machine that calls may go to. */
  readonly allowHosts?: readonly string[];
  /** Of AWS; `us-east-1` if nothing is said. */
  readonly region?: string;
  /** Where SDKs are looked for; the working directory if nothing is said. */
  readonly cwd?: string;
  /** Milliseconds after which a request that is not answered has failed. */
  readonly patience?: number;
}

/** How one call is made. */
export interface CallOptions {
  /** `raw` goes past the SDK, and so past what it masks. */
  readonly via?: Route;
  /** Gives the call up: the SDK does not try it again. */
  readonly signal?: AbortSignal;
}

/** Calls of one service's operations, each answered in the same form. */
export interface Clients extends Disposable {
  readonly service: ServiceName;
  readonly endpoint: string;
  /** Calls an operation with values by its parameters' names, as `inputArbitrary` draws them. */
  call(operation: string, input: Input, options?: CallOptions): Promise<CallResult>;
  /** Sends a request of one's own on the same behalf; fails where no answer comes. */
  readonly send: Send;
}

/** What a service's `sdk.ts` gives. */
export interface SdkDriver {
  /** The operations that the SDK has a call for; the others are sent as raw requests. */
  readonly reached: (operation: Operation) => boolean;
  readonly open: (options: ClientsOptions) => Promise<OpenSdk>;
  /** The call of the SDK, with nothing sent; `undefined` if the SDK cannot express it, so that it must go raw. */
  readonly written: (
    operation: Operation,
    input: Input,
    cwd: string | undefined,
  ) => Promise<WrittenSdkCall | undefined>;
  /** Headers that a raw request has besides those of its operation. */
  readonly rawHeaders: (operation: Operation) => Readonly<Record<string, string>>;
}

/** How an SDK is called. */
export interface WrittenSdkCall {
  readonly via: "sdk";
  readonly calls: readonly CallExpression[];
  /** What is put into the request besides, since the SDK has no option for it. */
  readonly added: Added;
  /** What the SDK would send, behind the endpoint and without what is made anew each time; Amazon's send what is given. */
  readonly request?: HttpRequest;
}

/** An SDK that is ready to be called. */
export interface OpenSdk extends Disposable {
  /** Starts the SDK's call; `undefined` if the SDK cannot express it, so that it must go raw. */
  readonly start: (operation: Operation, input: Input) => (() => Promise<unknown>) | undefined;
  /** Sends the operation's request without the SDK. */
  readonly raw: (operation: Operation, input: Input) => Promise<unknown>;
  readonly send: Send;
}

/** Milliseconds until a request that is not answered counts as failed. */
export const defaultPatience = 30_000;

export const defaultRegion = "us-east-1";
