import { type Contract, contract, fault, inferred } from "../../../model/index.ts";
import { isOutOfYear, servicePropertyContracts } from "../../shared/azure-service-contracts.ts";
import { at } from "../../shared/contract-conditions.ts";
import { pythonTest } from "./sources.ts";

const softDelete = (days: number) => ({
  blobServiceProperties: { DeleteRetentionPolicy: { Enabled: true, Days: days } },
});

export const serviceContracts: readonly Contract[] = [
  ...servicePropertyContracts("azure-blob", "blobServiceProperties", "storage-blob"),
  contract({
    id: "azure-blob/soft-deleted-for-at-most-a-year",
    says: "deleted blobs are kept for 1 to 365 days",
    on: ["Service_SetProperties"],
    when: ({ input }) => isOutOfYear(at(input["blobServiceProperties"], "DeleteRetentionPolicy")),
    answer: fault(400, "InvalidXmlDocument"),
    evidence: pythonTest("test_set_delete_retention_policy_edge_cases"),
    breaks: { input: softDelete(366) },
    keeps: { input: softDelete(365) },
  }),
  contract({
    id: "azure-blob/soft-delete-says-for-how-long",
    says: "who keeps deleted blobs says for how many days",
    on: ["Service_SetProperties"],
    when: ({ input }) => {
      const policy = at(input["blobServiceProperties"], "DeleteRetentionPolicy");
      return at(policy, "Enabled") === true && at(policy, "Days") === undefined;
    },
    answer: fault(400, "InvalidXmlDocument"),
    evidence: inferred("a test of Azure's SDK for Go expects it; its recording was not read"),
    breaks: { input: { blobServiceProperties: { DeleteRetentionPolicy: { Enabled: true } } } },
    keeps: { input: softDelete(7) },
  }),
  contract({
    id: "azure-blob/default-version-is-a-version",
    says: "the default version is one of the service's",
    on: ["Service_SetProperties"],
    when: ({ input }) => {
      const version = at(input["blobServiceProperties"], "DefaultServiceVersion");
      return typeof version === "string" && !/^\d{4}-\d\d-\d\d$/.test(version);
    },
    answer: fault(400, "InvalidXmlNodeValue"),
    evidence: inferred(
      "which versions there are is documented; that another one is refused so follows from the code's meaning",
    ),
    breaks: { input: { blobServiceProperties: { DefaultServiceVersion: "bogus" } } },
    keeps: { input: { blobServiceProperties: { DefaultServiceVersion: "2021-10-04" } } },
  }),
  ...[
    "Service_ListContainersSegment",
    "Container_ListBlobFlatSegment",
    "Container_ListBlobHierarchySegment",
  ].map((operation) =>
    contract({
      id: `azure-blob/marker-is-the-services-own-in-${operation.replace(/^\w+?_List|Segment$/g, "").toLowerCase()}`,
      says: "a marker that the service has not given is refused",
      on: [operation],
      when: ({ input }) => /[^\w!./=+-]|!$/.test(String(input["marker"] ?? "")),
      answer: fault(400, "OutOfRangeInput"),
      evidence: inferred("markers are opaque; what a made-up one is answered with was not seen"),
      breaks: { input: { marker: "bogus!" } },
      keeps: { input: { marker: "2!76!MDAwMDA2" } },
    }),
  ),
];
