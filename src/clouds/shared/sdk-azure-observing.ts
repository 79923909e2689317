import type { HttpClient } from "../../wire/index.ts";
import type { Policy } from "./sdk-azure.ts";
import { observedByNode } from "./sdk-azure-by-node.ts";
import { AzureSender } from "./sdk-azure-sender.ts";
import { refuseShort } from "./sdk-body.ts";
import { noteAnswer } from "./sdk-watch.ts";

/**
 * Goes last, inside of all that tries again: sends by our own client instead of the SDK's, sees every answer as it came, and
 * lets nobody wait for the next.
 */
export function observingPolicy(client: HttpClient, patience: number): Policy {
  const sender = new AzureSender(client);
  const byNode = observedByNode(patience);
  return {
    name: "touchstoneObserving",
    async sendRequest(request, next) {
      refuseShort(request.body, request.headers.get("content-length"));
      // The variables that name a proxy are the SDK's affair.
      if (request.agent !== undefined) return byNode(request, next);
      const { body, ...response } = await sender.send(request);
      noteAnswer({ status: response.status, headers: response.headers.toJSON(), body });
      if (response.headers.has("retry-after")) response.headers.set("retry-after", "0");
      // It has all that the SDK reads of an answer; the type that it has for one is not ours to name.
      return response as unknown as Awaited<ReturnType<typeof next>>;
    },
  };
}
