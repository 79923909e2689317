import type { QueueClient, QueueServiceClient } from "@azure/storage-queue";

/** A photo that needs a thumbnail. */
export interface ThumbnailJob {
  readonly album: string;
  readonly photo: string;
}

/** How often a job may fail before it is put aside. */
const tries = 2;

/** Jobs wait in a queue; those that keep failing end in another one, for people to look at. */
export class ThumbnailJobs {
  readonly #waiting: QueueClient;
  readonly #failed: QueueClient;

  constructor(queues: QueueServiceClient, name: string) {
    this.#waiting = queues.getQueueClient(name);
    this.#failed = queues.getQueueClient(`${name}-failed`);
  }

  async open(): Promise<void> {
    await this.#waiting.createIfNotExists();
    await this.#failed.createIfNotExists();
  }

  async close(): Promise<void> {
    await this.#waiting.deleteIfExists();
    await this.#failed.deleteIfExists();
  }

  async ask(job: ThumbnailJob): Promise<void> {
    await this.#waiting.sendMessage(JSON.stringify(job));
  }

  /** How many jobs wait, about. */
  async count(): Promise<number> {
    return (await this.#waiting.getProperties()).approximateMessagesCount ?? 0;
  }

  /** Jobs that were put aside. */
  async failures(): Promise<ThumbnailJob[]> {
    const { peekedMessageItems } = await this.#failed.peekMessages({ numberOfMessages: 32 });
    return peekedMessageItems.map(({ messageText }) => JSON.parse(messageText) as ThumbnailJob);
  }

  /** Does all jobs that wait; gives the number of those that were done. */
  async work(perform: (job: ThumbnailJob) => Promise<void>): Promise<number> {
    let done = 0;
    for (;;) {
      const { receivedMessageItems } = await this.#waiting.receiveMessages({
        numberOfMessages: 8,
        visibilityTimeout: 60,
      });
      if (receivedMessageItems.length === 0) return done;
      for (const { messageId, popReceipt, messageText, dequeueCount } of receivedMessageItems) {
        const job = JSON.parse(messageText) as ThumbnailJob;
        if (await succeeds(perform, job)) done++;
        else if (dequeueCount < tries) {
          await this.#waiting.updateMessage(messageId, popReceipt, messageText, 0);
          continue;
        } else await this.#failed.sendMessage(messageText);
        await this.#waiting.deleteMessage(messageId, popReceipt);
      }
    }
  }
}

async function succeeds(perform: (job: ThumbnailJob) => Promise<void>, job: ThumbnailJob): Promise<boolean> {
  return perform(job).then(
    () => true,
    () => false,
  );
}
