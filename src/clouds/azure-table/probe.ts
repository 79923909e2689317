import type { Scope } from "../scope.ts";
import { policiesIn } from "../shared/azure-policies.ts";
import { azureWords, inWords, type Values } from "../shared/probe-answer.ts";
import type { Reads } from "../shared/probe-reads.ts";
import type { Shown, Wanted } from "../shared/probe-shown.ts";
import { byName, gathered, listOf, reader, type State, usersOwn, valuesOf } from "../shared/probe-state.ts";
import type { Clients } from "../shared/sdk-clients.ts";

const dropped = new Set("date requestId clientRequestId version server".split(" "));

/** What the service adds to an entity; its other fields are called as its user likes. */
const added = /^(?:Timestamp|odata\..*)$/;

/** What may be another after what. */
export const azureTableShown: Shown = {
  Table_GetAccessPolicy: { after: /^Table_SetAccessPolicy$/ },
};

export const azureTableReads: Reads = {
  service: "Service_GetProperties",
  tables: "Table_Query",
  policies: "Table_GetAccessPolicy",
  entities: "Table_QueryEntities",
};

/** Reads an account or a table. */
export async function probeAzureTable(clients: Clients, [table]: Scope, wanted: Wanted): Promise<State> {
  const from = reader(clients, { words: azureWords, dropped, wanted });
  if (table === undefined) {
    return gathered({
      service: from.read("Service_GetProperties", {}, ({ body }) => inWords(body, azureWords)),
      tables: from.read("Table_Query", {}, ({ body }) =>
        itemsIn(body)
          .map(({ TableName }) => String(TableName))
          .toSorted(),
      ),
    });
  }
  return gathered({
    policies: from.read("Table_GetAccessPolicy", { table }, ({ body }) => policiesIn(body)),
    entities: from.read("Table_QueryEntities", { table }, ({ body }) =>
      byName(
        itemsIn(body),
        ({ PartitionKey, RowKey }) => JSON.stringify([PartitionKey, RowKey]),
        (entity) => usersOwn(ownFields(entity)),
      ),
    ),
  });
}

function itemsIn(page: unknown): readonly Values[] {
  return listOf(valuesOf(page)["value"]);
}

function ownFields(entity: Values): Values {
  return Object.fromEntries(Object.entries(entity).filter(([name]) => !added.test(name)));
}
