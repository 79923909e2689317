import { body, type Operation, operation, ref } from "../../../model/index.ts";
import { badXml } from "../../shared/azure-faults.ts";
import { plain } from "../../shared/azure-types.ts";
import { faults } from "../faults.ts";
import { timed } from "../parameters.ts";

export const serviceOperations: readonly Operation[] = [
  operation("Service_GetProperties", "GET /?restype=service&comp=properties", {
    ...plain,
    input: timed,
    output: ref("TableServiceProperties"),
    faults: faults(),
    rights: ["s:r"],
    price: "read",
  }),
  operation("Service_SetProperties", "PUT /?restype=service&comp=properties", {
    ...plain,
    input: [
      body("StorageServiceProperties", ref("TableServiceProperties"), "tableServiceProperties"),
      ...timed,
    ],
    status: 202,
    faults: faults(...badXml),
    asynchronous: true,
    rights: ["s:w"],
    price: "write",
  }),
  operation("Service_GetStatistics", "GET /?restype=service&comp=stats", {
    ...plain,
    input: timed,
    output: ref("StorageServiceStats"),
    faults: faults("InsufficientAccountPermissions", "ResourceNotFound"),
    rights: ["s:r"],
    price: "read",
  }),
];
