import { array, body, type Operation, oneOf, operation, query, ref } from "../../../model/index.ts";
import { badXml } from "../../shared/azure-faults.ts";
import { marker, maxResults, plain, prefix } from "../../shared/azure-types.ts";
import { faults } from "../faults.ts";
import { onService } from "../parameters.ts";

export const serviceOperations: readonly Operation[] = [
  operation("Service_GetProperties", "GET /?restype=service&comp=properties", {
    ...plain,
    input: onService,
    output: ref("StorageServiceProperties"),
    faults: faults(),
    rights: ["s:r"],
    price: "read",
  }),
  operation("Service_SetProperties", "PUT /?restype=service&comp=properties", {
    ...plain,
    input: [body("StorageServiceProperties", ref("StorageServiceProperties")), ...onService],
    status: 202,
    faults: faults(...badXml),
    asynchronous: true,
    rights: ["s:w"],
    price: "write",
  }),
  operation("Service_GetStatistics", "GET /?restype=service&comp=stats", {
    ...plain,
    input: onService,
    output: ref("StorageServiceStats"),
    faults: faults("InsufficientAccountPermissions"),
    rights: ["s:r"],
    price: "read",
  }),
  operation("Service_ListQueuesSegment", "GET /?comp=list", {
    ...plain,
    input: [
      prefix,
      marker,
      maxResults,
      query("include?", array(oneOf("metadata"), { max: 1 })),
      ...onService,
    ],
    output: ref("ListQueuesSegmentResponse"),
    faults: faults("InvalidMarker"),
    produces: { queue: "body Queues[].Name", marker: "body NextMarker" },
    consumes: { marker: "marker" },
    rights: ["s:l"],
    price: "list",
  }),
];
