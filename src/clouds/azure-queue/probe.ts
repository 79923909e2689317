import type { Scope } from "../scope.ts";
import { byName, gathered, listOf, reader, type State, valuesOf } from "../shared/probe-state.ts";
import type { Clients } from "../shared/sdk-clients.ts";

/** Times and identifiers that the service makes up. */
const dropped = new Set(
  "date requestId clientRequestId version serviceEndpoint contentType insertedOn messageId name _response errorCode".split(
    " ",
  ),
);

/** Reads an account or a queue; looking at messages does not take them out. */
export async function probeAzureQueue(clients: Clients, [queueName]: Scope): Promise<State> {
  const from = reader(clients, dropped);
  if (queueName === undefined) {
    return gathered({
      service: from.read("Service_GetProperties", {}, (value) => value),
      queues: from.read("Service_ListQueuesSegment", { include: ["metadata"] }, (value) =>
        byName(
          listOf(value["queueItems"]),
          ({ name }) => String(name),
          ({ metadata }) => ({ metadata }),
        ),
      ),
    });
  }
  return gathered({
    properties: from.read("Queue_GetProperties", { queueName }, (value) => value),
    policies: from.read("Queue_GetAccessPolicy", { queueName }, (value) =>
      byName(
        listOf(value["signedIdentifiers"]),
        ({ id }) => String(id),
        ({ accessPolicy }) => valuesOf(accessPolicy),
      ),
    ),
    messages: from.read("Messages_Peek", { queueName, numberOfMessages: 32 }, (value) =>
      listOf(value["peekedMessageItems"]).map(({ messageText, dequeueCount, ...times }) => ({
        messageText,
        dequeueCount,
        lifetime: secondsBetween(times["insertedOn"], times["expiresOn"]),
      })),
    ),
  });
}

/** How long a message lives is its state, from when on is not. */
function secondsBetween(from: unknown, to: unknown): number | undefined {
  return from instanceof Date && to instanceof Date ? Math.round((+to - +from) / 1000) : undefined;
}
