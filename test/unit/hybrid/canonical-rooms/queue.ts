import type { Draft } from "../canonical-world.ts";
import { type Action, type Item, Room, xml } from "./room.ts";

export class QueueRoom extends Room {
  #made(): number {
    const status = this.isMade ? 204 : 201;
    this.isMade = true;
    return status;
  }

  #draft(operation: string, method: string, rest: string, status: number, more: Partial<Draft> = {}): Draft {
    const target = `/devstoreaccount1/${this.name}${rest}`;
    const answer = more.answerBody === undefined ? [] : [["Content-Type", "application/xml"] as const];
    return { service: "azure-queue", operation, method, target, status, answer, ...more };
  }

  #messages(all: readonly Item[], isFull: boolean): string {
    const { now } = this.world;
    const told = all.map(({ id, receipt, text }) => {
      const own = isFull
        ? `<PopReceipt>${receipt}</PopReceipt><TimeNextVisible>${now.toUTCString()}</TimeNextVisible>`
        : "";
      return `<QueueMessage><MessageId>${id}</MessageId><InsertionTime>${now.toUTCString()}</InsertionTime><ExpirationTime>${now.toUTCString()}</ExpirationTime>${own}<DequeueCount>1</DequeueCount><MessageText>${text}</MessageText></QueueMessage>`;
    });
    return xml(`<QueueMessagesList>${told.join("")}</QueueMessagesList>`);
  }

  protected tell(action: Action): Draft {
    const key = this.key(action);
    const item = this.items.get(key);
    const all = this.sorted.map(([, one]) => one);
    switch (action.verb) {
      case "make":
        return this.#draft("Queue_Create", "PUT", "", this.#made());
      case "put": {
        const kept = this.keep(key, action.value, "");
        const answerBody = this.#messages([{ ...kept, text: "" }], true);
        const body = xml(`<QueueMessage><MessageText>${action.value}</MessageText></QueueMessage>`);
        return this.#draft("Messages_Enqueue", "POST", "/messages", 201, { body, answerBody });
      }
      case "get":
        return this.#draft("Messages_Dequeue", "GET", "/messages?numofmessages=2", 200, {
          answerBody: this.#messages(all.slice(0, 2), true),
        });
      case "look":
      case "list":
        return this.#draft("Messages_Peek", "GET", "/messages?peekonly=true&numofmessages=8", 200, {
          answerBody: this.#messages(all, false),
        });
      case "change":
      case "remove": {
        const code = "MessageNotFound";
        const target = `/messages/${item?.id ?? "none"}?popreceipt=${encodeURIComponent(item?.receipt ?? "none")}`;
        if (!this.items.delete(key)) {
          return this.#draft("MessageId_Delete", "DELETE", target, 404, {
            answer: [
              ["x-ms-error-code", code],
              ["Content-Type", "application/xml"],
            ],
            answerBody: xml(`<Error><Code>${code}</Code><Message>none</Message></Error>`),
          });
        }
        return this.#draft("MessageId_Delete", "DELETE", target, 204);
      }
    }
  }
}
