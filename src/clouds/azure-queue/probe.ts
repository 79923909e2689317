import type { Scope } from "../scope.ts";
import { policiesIn } from "../shared/azure-policies.ts";
import { azureWords, inWords } from "../shared/probe-answer.ts";
import type { Reads } from "../shared/probe-reads.ts";
import type { Shown, Wanted } from "../shared/probe-shown.ts";
import { byName, gathered, isAbsent, listOf, reader, type State, valuesOf } from "../shared/probe-state.ts";
import type { Clients } from "../shared/sdk-clients.ts";
import { secondsBetween } from "../shared/time-span.ts";

/** Times and identifiers that the service makes up. */
const dropped = new Set("date requestId clientRequestId version server".split(" "));

/** What may be another after what; how many messages there are is told of those, too, that nobody can see for a while. */
export const azureQueueShown: Shown = {
  Queue_GetProperties: {
    after: /^Queue_Set|^Message(?:s|Id)_(?!Enqueue$)/,
    afterOptions: /^Queue_Create$|^Messages_Enqueue$/,
  },
  Queue_GetAccessPolicy: { after: /^Queue_SetAccessPolicy$/ },
};

export const azureQueueReads: Reads = {
  service: "Service_GetProperties",
  queues: "Service_ListQueuesSegment",
  properties: "Queue_GetProperties",
  policies: "Queue_GetAccessPolicy",
  messages: "Messages_Peek",
};

/** Reads an account or a queue; looking at messages does not take them out. */
export async function probeAzureQueue(clients: Clients, [queueName]: Scope, wanted: Wanted): Promise<State> {
  const from = reader(clients, { words: azureWords, dropped, wanted });
  if (queueName === undefined) {
    return gathered({
      service: from.read("Service_GetProperties", {}, ({ body }) => inWords(body, azureWords)),
      queues: from.read("Service_ListQueuesSegment", { include: ["metadata"] }, ({ body }) =>
        byName(
          listOf(valuesOf(body)["Queues"]),
          ({ Name }) => String(Name),
          ({ Metadata }) => ({ metadata: Metadata }),
        ),
      ),
    });
  }
  const messages = await from.read("Messages_Peek", { queueName, numberOfMessages: 32 }, ({ body }) =>
    listOf(body).map(({ MessageText, DequeueCount, InsertionTime, ExpirationTime }) => ({
      messageText: MessageText,
      dequeueCount: DequeueCount,
      // How long it lives is its state; from when on is not.
      lifetime: secondsBetween(InsertionTime, ExpirationTime),
    })),
  );
  // A queue that is not there has nothing else to show.
  if (isAbsent(messages)) return { messages, policies: messages, properties: messages };
  return gathered({
    properties: from.read("Queue_GetProperties", { queueName }, ({ head }) => head),
    policies: from.read("Queue_GetAccessPolicy", { queueName }, ({ body }) => policiesIn(body)),
    messages: Promise.resolve(messages),
  });
}
