import { body, type Operation, operation, ref } from "../../../model/index.ts";
import { badXml } from "../../shared/azure-faults.ts";
import { plain } from "../../shared/azure-types.ts";
import { faults, ofFormat, ofTable } from "../faults.ts";
import { moreTables, preferred } from "../output-headers.ts";
import {
  filter,
  formatted,
  nextTableName,
  prefer,
  select,
  table,
  timed,
  top,
  versioned,
} from "../parameters.ts";

export const tableOperations: readonly Operation[] = [
  operation("Table_Query", "GET /Tables", {
    input: [top, select, filter, nextTableName, ...formatted],
    outputHeaders: moreTables,
    output: ref("TableQueryResponse"),
    faults: faults("ResourceNotFound", "OperatorInvalid", ...ofFormat),
    produces: { table: "body value[].TableName", nextTableName: "header x-ms-continuation-NextTableName" },
    consumes: { nextTableName: "nextTableName" },
    rights: ["c:l"],
    price: "list",
  }),
  operation("Table_Create", "POST /Tables", {
    input: [body("tableProperties", ref("TableProperties")), prefer, ...formatted],
    bodyFormat: "json",
    status: 201,
    alsoStatus: [204],
    outputHeaders: preferred,
    output: ref("TableResponse"),
    faults: faults(
      "TableAlreadyExists",
      "TableBeingDeleted",
      "InvalidResourceName",
      "OutOfRangeInput",
      "PropertiesNeedValue",
      ...ofFormat,
    ),
    produces: { table: "request tableProperties.TableName" },
    rights: ["c:c"],
    price: "write",
  }),
  operation("Table_Delete", "DELETE /Tables('{table}')", {
    ...plain,
    input: [table, ...versioned],
    status: 204,
    faults: faults("ResourceNotFound", ...ofTable, ...ofFormat),
    asynchronous: true,
    consumes: { table: "table" },
    rights: ["c:d"],
    price: "delete",
  }),
  operation("Table_GetAccessPolicy", "GET /{table}?comp=acl", {
    ...plain,
    alsoMethods: ["HEAD"],
    input: [table, ...timed],
    output: ref("SignedIdentifiers"),
    faults: faults(...ofTable),
    produces: { signedIdentifier: "body [].Id" },
    consumes: { table: "table" },
    authorizedBy: "account-key",
    price: "read",
  }),
  operation("Table_SetAccessPolicy", "PUT /{table}?comp=acl", {
    ...plain,
    input: [table, body("SignedIdentifiers?", ref("SignedIdentifiers"), "tableAcl"), ...timed],
    status: 204,
    faults: faults(...ofTable, ...badXml),
    asynchronous: true,
    produces: { signedIdentifier: "request tableAcl[].Id" },
    consumes: { table: "table" },
    authorizedBy: "account-key",
    price: "write",
  }),
];
