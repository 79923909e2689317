import type { QueueClient } from "@azure/storage-queue";
import { services } from "./services.ts";

/** A job that somebody works at. */
export interface TakenJob {
  readonly text: string;
  readonly id: string;
  readonly receipt: string;
  /** How often it was taken. */
  readonly tries: number;
}

/** Jobs that wait to be done: messages of a queue. */
export class Jobs {
  readonly #queue: QueueClient;

  constructor(name: string) {
    this.#queue = services.queues().getQueueClient(name);
  }

  async open(): Promise<void> {
    await this.#queue.create();
  }

  async close(): Promise<void> {
    await this.#queue.delete();
  }

  async ask(text: string): Promise<void> {
    await this.#queue.sendMessage(text);
  }

  async take(count = 1): Promise<TakenJob[]> {
    const { receivedMessageItems } = await this.#queue.receiveMessages({ numberOfMessages: count });
    return receivedMessageItems.map(({ messageText, messageId, popReceipt, dequeueCount }) => ({
      text: messageText,
      id: messageId,
      receipt: popReceipt,
      tries: dequeueCount,
    }));
  }

  /** Looks at what comes next, without taking it. */
  async next(): Promise<string | undefined> {
    return (await this.#queue.peekMessages()).peekedMessageItems[0]?.messageText;
  }

  async done({ id, receipt }: TakenJob): Promise<void> {
    await this.#queue.deleteMessage(id, receipt);
  }

  /** Gives a job back, for others to take at once, with a remark. */
  async giveBack({ id, receipt }: TakenJob, text: string): Promise<void> {
    await this.#queue.updateMessage(id, receipt, text, 0);
  }

  async forgetAll(): Promise<void> {
    await this.#queue.clearMessages();
  }

  /** How many there are, those that are being worked at included. */
  async count(): Promise<number> {
    return (await this.#queue.getProperties()).approximateMessagesCount ?? 0;
  }

  async label(labels: Record<string, string>): Promise<void> {
    await this.#queue.setMetadata(labels);
  }

  async labels(): Promise<Record<string, string>> {
    return (await this.#queue.getProperties()).metadata ?? {};
  }
}
