import type { Scope } from "../scope.ts";
import {
  byName,
  gathered,
  listOf,
  reader,
  type State,
  usersOwn,
  type Values,
  valuesOf,
} from "../shared/probe-state.ts";
import type { Clients } from "../shared/sdk-clients.ts";

/** An entity's fields are called as its user likes: only those that no user can have are dropped. */
const dropped = new Set("date requestId clientRequestId version odata.metadata odata.etag etag".split(" "));

/** Reads an account or a table. */
export async function probeAzureTable(clients: Clients, [table]: Scope): Promise<State> {
  const from = reader(clients, dropped);
  if (table === undefined) {
    return gathered({
      service: from.read("Service_GetProperties", {}, (value) => value),
      tables: from.read("Table_Query", {}, (value) =>
        itemsOf(value, "name")
          .map(({ name }) => String(name))
          .toSorted(),
      ),
    });
  }
  return gathered({
    policies: from.read("Table_GetAccessPolicy", { table }, (value) =>
      byName(
        itemsOf(value, "id"),
        ({ id }) => String(id),
        ({ accessPolicy }) => valuesOf(accessPolicy),
      ),
    ),
    entities: from.read("Table_QueryEntities", { table }, (value) =>
      byName(
        itemsOf(value, "partitionKey"),
        ({ partitionKey, rowKey }) => JSON.stringify([partitionKey, rowKey]),
        ({ timestamp: _, etag: __, ...entity }) => usersOwn(entity),
      ),
    ),
  });
}

/** The items of a page: a list that has more to say than its items. */
function itemsOf(page: Values, named: string): readonly Values[] {
  return listOf(Object.values(page)).filter((item) => typeof item[named] === "string");
}
