import { defineInterface, type Interface } from "../../model/index.ts";
import { entityOperations } from "./operations/entities.ts";
import { serviceOperations } from "./operations/service.ts";
import { tableOperations } from "./operations/tables.ts";
import { version } from "./parameters.ts";
import { types } from "./types.ts";

export const azureTable: Interface = defineInterface({
  name: "azure-table",
  title: "Azure Table Storage",
  version,
  types,
  operations: [...serviceOperations, ...tableOperations, ...entityOperations],
});
