import {
  type AttributeValue,
  BatchGetItemCommand,
  ConditionalCheckFailedException,
  CreateTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";

type Item = Record<string, AttributeValue>;

/** The seats of a theatre: a table with the evening and the seat as its key, and an index by guest. */
export class Theatre {
  readonly #client = new DynamoDBClient({ maxAttempts: 1 });
  readonly #table: string;

  constructor(table: string) {
    this.#table = table;
  }

  async open(): Promise<void> {
    await this.#client.send(
      new CreateTableCommand({
        TableName: this.#table,
        BillingMode: "PAY_PER_REQUEST",
        AttributeDefinitions: ["evening", "seat", "guest"].map((name) => ({
          AttributeName: name,
          AttributeType: "S",
        })),
        KeySchema: [
          { AttributeName: "evening", KeyType: "HASH" },
          { AttributeName: "seat", KeyType: "RANGE" },
        ],
        GlobalSecondaryIndexes: [
          {
            IndexName: "by-guest",
            KeySchema: [{ AttributeName: "guest", KeyType: "HASH" }],
            Projection: { ProjectionType: "ALL" },
          },
        ],
      }),
    );
    const waiting = { client: this.#client, maxWaitTime: 30, minDelay: 1, maxDelay: 1 };
    await waitUntilTableExists(waiting, { TableName: this.#table });
  }

  /** Takes a seat; if somebody has it, who that is, as far as the service tells. */
  async take(evening: string, seat: string, guest: string, more: Item = {}): Promise<string | undefined> {
    try {
      await this.#client.send(
        new PutItemCommand({
          TableName: this.#table,
          Item: { ...keyOf(evening, seat), guest: { S: guest }, ...more },
          ConditionExpression: "attribute_not_exists(seat)",
          ReturnValuesOnConditionCheckFailure: "ALL_OLD",
        }),
      );
      return undefined;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return error.Item?.["guest"]?.S ?? "somebody";
      throw error;
    }
  }

  /** Takes several seats, or none of them. */
  async takeTogether(evening: string, seats: readonly string[], guest: string): Promise<void> {
    await this.#client.send(
      new TransactWriteItemsCommand({
        TransactItems: seats.map((seat) => ({
          Put: {
            TableName: this.#table,
            Item: { ...keyOf(evening, seat), guest: { S: guest } },
            ConditionExpression: "attribute_not_exists(seat)",
          },
        })),
      }),
    );
  }

  async find(evening: string, seat: string): Promise<Item | undefined> {
    const { Item: found } = await this.#client.send(
      new GetItemCommand({ TableName: this.#table, Key: keyOf(evening, seat), ConsistentRead: true }),
    );
    return found;
  }

  async findAll(evening: string, seats: readonly string[]): Promise<string[]> {
    const { Responses } = await this.#client.send(
      new BatchGetItemCommand({
        RequestItems: { [this.#table]: { Keys: seats.map((seat) => keyOf(evening, seat)) } },
      }),
    );
    return (Responses?.[this.#table] ?? []).map(({ seat }) => seat?.S ?? "").toSorted();
  }

  /** Changes a reservation by an update expression. */
  async change(evening: string, seat: string, expression: string, values?: Item): Promise<Item> {
    const { Attributes = {} } = await this.#client.send(
      new UpdateItemCommand({
        TableName: this.#table,
        Key: keyOf(evening, seat),
        UpdateExpression: expression,
        ...(values !== undefined && { ExpressionAttributeValues: values }),
        ReturnValues: "ALL_NEW",
      }),
    );
    return Attributes;
  }

  /** The seats of an evening that begin so: `A` for a row. */
  async row(evening: string, start: string): Promise<string[]> {
    const { Items = [] } = await this.#client.send(
      new QueryCommand({
        TableName: this.#table,
        KeyConditionExpression: "evening = :evening AND begins_with(seat, :start)",
        ExpressionAttributeValues: { ":evening": { S: evening }, ":start": { S: start } },
        ConsistentRead: true,
      }),
    );
    return Items.map(({ seat }) => seat?.S ?? "");
  }

  /** The seats of some guests. */
  async ofGuests(guests: readonly string[]): Promise<string[]> {
    const values = guests.map((guest, at) => [`:guest${at}`, { S: guest }] as const);
    const { Items = [] } = await this.#client.send(
      new ScanCommand({
        TableName: this.#table,
        FilterExpression: `guest IN (${values.map(([name]) => name).join(", ")})`,
        ExpressionAttributeValues: Object.fromEntries(values),
        ConsistentRead: true,
      }),
    );
    return Items.map(({ seat }) => seat?.S ?? "").toSorted();
  }
}

function keyOf(evening: string, seat: string): Item {
  return { evening: { S: evening }, seat: { S: seat } };
}
