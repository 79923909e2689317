import type { Draft } from "../canonical-world.ts";
import { type Action, type Item, Room } from "./room.ts";

export class DynamoRoom extends Room {
  #draft(operation: string, input: object, status: number, output: object): Draft {
    return {
      service: "dynamodb",
      operation,
      method: "POST",
      target: "/",
      headers: [
        ["Content-Type", "application/x-amz-json-1.0"],
        ["X-Amz-Target", `DynamoDB_20120810.${operation}`],
      ],
      body: JSON.stringify({ TableName: this.name, ...input }),
      status,
      answer: [["Content-Type", "application/x-amz-json-1.0"]],
      answerBody: JSON.stringify(output),
    };
  }

  #told(key: string, { text }: Item): object {
    return { id: { S: key }, text: { S: text }, size: { N: String(text.length) }, tags: { SS: ["a", "b"] } };
  }

  protected tell(action: Action): Draft {
    const key = this.key(action);
    const item = this.items.get(key);
    const Key = { id: { S: key } };
    switch (action.verb) {
      case "make": {
        const KeySchema = [{ AttributeName: "id", KeyType: "HASH" }];
        if (this.isMade)
          return this.#draft("CreateTable", { KeySchema }, 400, {
            __type: "com.amazonaws.dynamodb.v20120810#ResourceInUseException",
            message: "there",
          });
        this.isMade = true;
        return this.#draft("CreateTable", { KeySchema }, 200, {
          TableDescription: {
            TableName: this.name,
            KeySchema,
            TableStatus: "CREATING",
            TableId: this.world.chance.guid(),
            CreationDateTime: Number(this.world.now) / 1000,
          },
        });
      }
      case "put":
        this.keep(key, action.value, "");
        return this.#draft(
          "PutItem",
          { Item: this.#told(key, { ...this.#blank, text: action.value }) },
          200,
          {},
        );
      case "get":
      case "look":
        return this.#draft(
          "GetItem",
          { Key, ConsistentRead: action.verb === "look" },
          200,
          item === undefined ? {} : { Item: this.#told(key, item) },
        );
      case "change": {
        const kept = this.keep(key, action.value, "");
        const input = {
          Key,
          UpdateExpression: "SET #t = :t",
          ExpressionAttributeValues: { ":t": { S: action.value } },
          ReturnValues: "ALL_NEW",
        };
        return this.#draft("UpdateItem", input, 200, { Attributes: this.#told(key, kept) });
      }
      case "remove":
        this.items.delete(key);
        return this.#draft("DeleteItem", { Key }, 200, {});
      case "list": {
        const Items = this.sorted.map(([name, own]) => this.#told(name, own));
        return this.#draft("Scan", {}, 200, { Count: Items.length, Items, ScannedCount: Items.length });
      }
    }
  }

  get #blank(): Item {
    return { text: "", tag: "", etag: "", id: "", receipt: "" };
  }
}
