import { describe, expect, test } from "vitest";
import { newQueue } from "./account.ts";

describe.each([2, 3, 4])("an inbox of %i orders", (count) => {
  const orders = Array.from({ length: count }, (_, at) => `order ${at}`);

  test("hands them out in order", async () => {
    const inbox = await newQueue();
    for (const order of orders) await inbox.sendMessage(order);

    const taken: string[] = [];
    for (const _ of orders) {
      for (const { messageText, messageId, popReceipt } of (await inbox.receiveMessages())
        .receivedMessageItems) {
        taken.push(messageText);
        await inbox.deleteMessage(messageId, popReceipt);
      }
    }

    expect(taken).toEqual(orders);
  });

  test("shows the next without taking it", async () => {
    const inbox = await newQueue();
    for (const order of orders) await inbox.sendMessage(order);

    const [first] = (await inbox.peekMessages()).peekedMessageItems;
    const all = (await inbox.peekMessages({ numberOfMessages: 32 })).peekedMessageItems;

    expect(first?.messageText).toBe("order 0");
    expect(all.map(({ messageText }) => messageText)).toEqual(orders);
    expect((await inbox.getProperties()).approximateMessagesCount).toBe(count);
  });

  test("can be emptied", async () => {
    const inbox = await newQueue();
    for (const order of orders) await inbox.sendMessage(order);

    await inbox.clearMessages();

    expect((await inbox.peekMessages()).peekedMessageItems).toEqual([]);
    await inbox.sendMessage("late");
    expect((await inbox.peekMessages()).peekedMessageItems).toHaveLength(1);
  });

  test("takes a changed order back", async () => {
    const inbox = await newQueue();
    for (const order of orders) await inbox.sendMessage(order);
    const [taken] = (await inbox.receiveMessages()).receivedMessageItems;
    if (taken === undefined) throw new Error("nothing was taken");

    await inbox.updateMessage(taken.messageId, taken.popReceipt, "changed", 0);

    const all = (await inbox.peekMessages({ numberOfMessages: 32 })).peekedMessageItems;
    expect(all.map(({ messageText }) => messageText).toSorted()).toEqual(
      ["changed", ...orders.slice(1)].toSorted(),
    );
  });
});
