import type { Names, RequestHead, Rewriter } from "../../wire/index.ts";
import type { Addressing } from "../shared/recognizer.ts";
import { Written } from "../shared/written.ts";
import { endpointAddress } from "./address.ts";
import { answerForClient, answerSpeaks } from "./answer.ts";
import type { ClientSigner } from "./client-signature.ts";
import { type AzureCredential, safeToSend } from "./credential.ts";
import { type Crossing, crossingOf, type Route } from "./crossing.ts";
import { allowedDestination } from "./destination.ts";
import { bodyIsNeeded, requestThere } from "./request.ts";
import type { AzureService } from "./service.ts";

/** The other account that requests are sent to, and how. */
export interface AzureRewriterOptions {
  readonly service: AzureService;
  /** The other account. */
  readonly account: string;
  readonly credential: AzureCredential;
  /** Where it is: `https://acme.blob.core.windows.net`, or `http://127.0.0.1:20000/other`. */
  readonly endpoint: string;
  readonly names: Names;
  /** Hosts that requests may leave this machine for. */
  readonly allowedHosts?: readonly string[];
  /** The account that applications use on the emulator; requests for others are refused. Any if it is not said. */
  readonly emulatorAccount?: string;
  /** How applications sign for the emulator's account; without it their signatures are taken for right. */
  readonly signer?: ClientSigner;
  /** Where clients name their account, if their hosts do not tell. */
  readonly addressing?: Addressing;
}

/**
 * Turns requests for an emulator's storage account into requests for another account, signed anew and with names of
 * their own, and its answers back into those that the application expects.
 *
 * @example
 * const rewriter = azureRewriter({
 *   service: "azure-blob",
 *   account: "acme",
 *   credential: { key },
 *   endpoint: "https://acme.blob.core.windows.net",
 *   allowedHosts: ["acme.blob.core.windows.net"],
 *   names: new Names(),
 * });
 */
export function azureRewriter(options: AzureRewriterOptions): Rewriter {
  const { service, account, credential, endpoint, names, emulatorAccount, signer, addressing } = options;
  const other = endpointAddress(endpoint, account);
  allowedDestination(options);
  safeToSend(credential, other);
  const route: Route = { service, other, names, written: new Written(), emulatorAccount, signer, addressing };
  const crossing = rememberedCrossing(route);
  return {
    needsBody: (head) => needsBody(() => crossing(head)),
    request: async (head, body) => requestThere({ route, credential, head, crossing: crossing(head) }, body),
    needsResponseBody: (head, response) => answerSpeaks(crossing(head), response),
    response: (head, response, body) => answerForClient(crossing(head), response, body),
  };
}

/** A head is asked about several times on its way. */
function rememberedCrossing(route: Route): (head: RequestHead) => Crossing {
  const known = new WeakMap<RequestHead, Crossing>();
  return (head) => {
    const found = known.get(head) ?? crossingOf(route, head);
    known.set(head, found);
    return found;
  };
}

/** Of a request that cannot be sent no body is needed: sending it will say why. */
function needsBody(crossing: () => Crossing): boolean {
  try {
    return bodyIsNeeded(crossing());
  } catch {
    return false;
  }
}
