import { type Contract, contract, type Evidence, fault, inferred } from "../../../model/index.ts";
import { isOtherThanGuid, numberOf } from "../../shared/contract-conditions.ts";
import { openApi, pythonTest, study } from "./sources.ts";

const guid = "a0a1a2a3-b0b1-4c0c-8d0d-e0e1e2e3e4e5";

function proposedId(operation: string, evidence: Evidence): Contract {
  const [holder = "", action = ""] = operation.split("_");
  const duration = action === "AcquireLease" ? { duration: 15 } : {};
  return contract({
    id: `azure-blob/${holder.toLowerCase()}-lease-${action === "AcquireLease" ? "is-acquired" : "changes"}-with-a-guid`,
    says: "a proposed lease id is a GUID",
    on: [operation],
    when: ({ input }) => isOtherThanGuid(input["proposedLeaseId"]),
    answer: fault(400, "InvalidHeaderValue"),
    evidence,
    breaks: { input: { ...duration, proposedLeaseId: "not-a-guid" } },
    keeps: { input: { ...duration, proposedLeaseId: guid } },
  });
}

/** Operations on which a lease may be named, and whose refusal of a malformed one can be told from their own. */
const withLease = ["Blob_GetTags", "Blob_SetTags", "Blob_Download", "Blob_Delete", "BlockBlob_Upload"];

export const leaseContracts: readonly Contract[] = [
  proposedId("Blob_ChangeLease", study("figure 3a")),
  proposedId("Blob_AcquireLease", openApi("ProposedLeaseIdOptional")),
  proposedId("Container_ChangeLease", openApi("ProposedLeaseIdRequired")),
  proposedId("Container_AcquireLease", openApi("ProposedLeaseIdOptional")),
  contract({
    id: "azure-blob/lease-id-is-a-guid",
    says: "a lease id that a request names is a GUID",
    on: withLease,
    when: ({ input }) => isOtherThanGuid(input["leaseId"]),
    answer: fault(400, "InvalidHeaderValue"),
    evidence: pythonTest("test_set_blob_tags_with_lease"),
    breaks: { input: { leaseId: `'${guid}'` } },
    keeps: { input: { leaseId: guid } },
  }),
  contract({
    id: "azure-blob/huge-lease-duration-breaks-the-service",
    says: "a lease of more seconds than a 32-bit number holds is answered with an error of the service's own",
    on: ["Blob_AcquireLease", "Container_AcquireLease"],
    when: ({ input }) => (numberOf(input, "duration") ?? 0) >= 2 ** 31,
    answer: fault(
      500,
      "InternalError",
      "Server encountered an internal error. Please try again after some time.",
    ),
    evidence: study("V-C3, figure 5c"),
    breaks: { input: { duration: 99_999_999_999 } },
    keeps: { input: { duration: 60 } },
  }),
  contract({
    id: "azure-blob/lease-lasts-15-to-60-seconds",
    says: "a lease lasts 15 to 60 seconds, or for ever",
    on: ["Blob_AcquireLease", "Container_AcquireLease"],
    when: ({ input }) => {
      const duration = numberOf(input, "duration");
      return (
        duration !== undefined && duration !== -1 && (duration < 15 || duration > 60) && duration < 2 ** 31
      );
    },
    answer: fault(400, "InvalidHeaderValue"),
    evidence: inferred(
      "the range is documented; which code a lease outside of it is refused with was not seen",
    ),
    breaks: { input: { duration: 61 } },
    keeps: { input: { duration: 60 } },
  }),
];
