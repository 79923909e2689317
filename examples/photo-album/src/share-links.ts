import {
  ConditionalCheckFailedException,
  CreateTableCommand,
  DeleteItemCommand,
  DeleteTableCommand,
  type DynamoDBClient,
  PutItemCommand,
  UpdateItemCommand,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";

/** Links by which others see an album, in a table by their word. */
export class ShareLinks {
  readonly #dynamodb: DynamoDBClient;
  readonly #table: string;

  constructor(dynamodb: DynamoDBClient, table: string) {
    this.#dynamodb = dynamodb;
    this.#table = table;
  }

  async open(): Promise<void> {
    await this.#dynamodb.send(
      new CreateTableCommand({
        TableName: this.#table,
        AttributeDefinitions: [{ AttributeName: "word", AttributeType: "S" }],
        KeySchema: [{ AttributeName: "word", KeyType: "HASH" }],
        BillingMode: "PAY_PER_REQUEST",
      }),
    );
    const waiting = { client: this.#dynamodb, maxWaitTime: 30, minDelay: 1, maxDelay: 1 };
    await waitUntilTableExists(waiting, { TableName: this.#table });
  }

  async close(): Promise<void> {
    await this.#dynamodb.send(new DeleteTableCommand({ TableName: this.#table }));
  }

  /** Shares an album under a word; false if the word is taken. */
  async share(album: string, word: string): Promise<boolean> {
    return this.#unlessRefused(async () => {
      await this.#dynamodb.send(
        new PutItemCommand({
          TableName: this.#table,
          Item: { word: { S: word }, album: { S: album }, visits: { N: "0" } },
          ConditionExpression: "attribute_not_exists(word)",
        }),
      );
      return true;
    }, false);
  }

  /** Follows a link: the album and how often it was visited, or nothing if there is no such link. */
  async visit(word: string): Promise<{ album: string; visits: number } | undefined> {
    return this.#unlessRefused(async () => {
      const { Attributes } = await this.#dynamodb.send(
        new UpdateItemCommand({
          TableName: this.#table,
          Key: { word: { S: word } },
          UpdateExpression: "ADD visits :one",
          ConditionExpression: "attribute_exists(word)",
          ExpressionAttributeValues: { ":one": { N: "1" } },
          ReturnValues: "ALL_NEW",
        }),
      );
      return { album: Attributes?.["album"]?.S ?? "", visits: Number(Attributes?.["visits"]?.N) };
    }, undefined);
  }

  async revoke(word: string): Promise<void> {
    await this.#dynamodb.send(new DeleteItemCommand({ TableName: this.#table, Key: { word: { S: word } } }));
  }

  async #unlessRefused<Result>(action: () => Promise<Result>, otherwise: Result): Promise<Result> {
    try {
      return await action();
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return otherwise;
      throw error;
    }
  }
}
