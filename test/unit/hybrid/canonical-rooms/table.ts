import type { Draft } from "../canonical-world.ts";
import { type Action, type Item, Room } from "./room.ts";

export class TableRoom extends Room {
  #draft(
    operation: string,
    method: string,
    rest: string,
    status: number,
    more: Partial<Draft> & { json?: unknown } = {},
  ): Draft {
    const { json, ...others } = more;
    return {
      service: "azure-table",
      operation,
      method,
      target: `/devstoreaccount1/${rest}`,
      status,
      ...others,
      answer: [
        ...(json === undefined ? [] : [["Content-Type", "application/json;odata=minimalmetadata"] as const]),
        ...(others.answer ?? []),
      ],
      ...(json !== undefined && { answerBody: JSON.stringify(json) }),
    };
  }

  #entity(key: string, { etag, text, tag }: Item): object {
    return {
      "odata.etag": etag,
      PartitionKey: "p",
      RowKey: key,
      Timestamp: this.world.now.toISOString(),
      text,
      made: tag,
      size: text.length,
    };
  }

  #keep(key: string, text: string, made: string): Item {
    const item = this.keep(key, text, made);
    item.etag = `W/"datetime'${encodeURIComponent(this.world.now.toISOString())}${this.world.chance.text(4, "0123456789")}'"`;
    return item;
  }

  protected tell(action: Action): Draft {
    const key = this.key(action);
    const item = this.items.get(key);
    const one = `${this.name}(PartitionKey='p',RowKey='${key}')`;
    const code = "ResourceNotFound";
    const error = {
      "odata.error": {
        code,
        message: { lang: "en-US", value: `No.\nRequestId:${this.world.chance.guid()}` },
      },
    };
    const lacking = { json: error, answer: [["x-ms-error-code", code] as const] };
    const made = this.world.now.toISOString();
    switch (action.verb) {
      case "make":
        if (this.isMade)
          return this.#draft("Table_Create", "POST", "Tables", 409, {
            body: JSON.stringify({ TableName: this.name }),
            json: { "odata.error": { code: "TableAlreadyExists" } },
          });
        this.isMade = true;
        return this.#draft("Table_Create", "POST", "Tables", 201, {
          body: JSON.stringify({ TableName: this.name }),
          json: { TableName: this.name },
        });
      case "put": {
        const body = JSON.stringify({
          PartitionKey: "p",
          RowKey: key,
          text: action.value,
          made,
          size: action.value.length,
        });
        const kept = this.#keep(key, action.value, made);
        return this.#draft("Table_InsertEntity", "POST", this.name, 201, {
          body,
          json: this.#entity(key, kept),
          answer: [["ETag", kept.etag]],
        });
      }
      case "get":
      case "look":
        if (item === undefined)
          return this.#draft("Table_QueryEntitiesWithPartitionAndRowKey", "GET", one, 404, lacking);
        return this.#draft("Table_QueryEntitiesWithPartitionAndRowKey", "GET", one, 200, {
          json: this.#entity(key, item),
          answer: [["ETag", item.etag]],
        });
      case "change": {
        const headers = [["If-Match", item?.etag ?? "*"]] as const;
        const body = JSON.stringify({ text: action.value });
        if (item === undefined)
          return this.#draft("Table_UpdateEntity", "PUT", one, 404, { ...lacking, headers, body });
        const { etag } = this.#keep(key, action.value, item.tag);
        return this.#draft("Table_UpdateEntity", "PUT", one, 204, {
          headers,
          body,
          answer: [["ETag", etag]],
        });
      }
      case "remove":
        if (item === undefined)
          return this.#draft("Table_DeleteEntity", "DELETE", one, 404, {
            ...lacking,
            headers: [["If-Match", "*"]],
          });
        this.items.delete(key);
        return this.#draft("Table_DeleteEntity", "DELETE", one, 204, { headers: [["If-Match", item.etag]] });
      case "list":
        return this.#draft(
          "Table_QueryEntities",
          "GET",
          `${this.name}()?$filter=PartitionKey%20eq%20'p'`,
          200,
          {
            json: { value: this.sorted.map(([name, own]) => this.#entity(name, own)) },
          },
        );
    }
  }
}
