import {
  type Contract,
  contract,
  documented,
  type Evidence,
  fault,
  inferred,
  keyOf,
  settingOf,
} from "../../../model/index.ts";
import { isOtherThanGuid, numberOf, textOf } from "../../shared/contract-conditions.ts";
import { azureBlob } from "../interface.ts";
import { pythonTest, study } from "./sources.ts";
import { many } from "./tracked.ts";

const guid = "a0a1a2a3-b0b1-4c0c-8d0d-e0e1e2e3e4e5";

/** What a header of leases has to be; the code is that of all headers. */
function leaseHeader(name: string): Evidence {
  return documented(
    "Lease Blob, request headers, and Common REST API error codes",
    "https://learn.microsoft.com/rest/api/storageservices/lease-blob",
    name,
  );
}

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

/** Operations on which a lease may be named. */
const withLease = azureBlob.operations
  .filter(({ parameters }) => parameters.some(({ wire }) => wire === "x-ms-lease-id"))
  .map(({ name }) => name);

/** The lease that somebody was given last, until it is given back: it may be over. */
function given(holder: "Blob" | "Container") {
  return settingOf({
    name: `leases of a ${holder.toLowerCase()}`,
    key: holder === "Blob" ? keyOf("containerName", "blob") : keyOf("containerName"),
    set: [`${holder}_AcquireLease`, `${holder}_ChangeLease`],
    cleared: [`${holder}_ReleaseLease`, `${holder}_Delete`],
    ...(holder === "Blob" && { forgets: many }),
    value: ({ answered }) => answered.headers["x-ms-lease-id"],
  });
}

const lost = { containerName: "photos", blob: "a.txt", leaseId: guid };

function lostLease(holder: "Blob" | "Container", on: readonly string[], evidence: Evidence): Contract {
  const code = `LeaseNotPresentWith${holder}Operation`;
  return contract({
    id: `azure-blob/${holder.toLowerCase()}-lease-is-lost`,
    says: "who names a lease that was his, and is over, is told that it is lost",
    on,
    track: { lease: given(holder) },
    asksFirst: "if-refused",
    when: ({ input, lease, answered }) =>
      answered.code === code &&
      lease !== undefined &&
      lease.toLowerCase() === textOf(input, "leaseId").toLowerCase(),
    answer: fault(
      412,
      "LeaseLost",
      `A lease ID was specified, but the lease for the ${holder.toLowerCase()} has expired.`,
    ),
    evidence,
    breaks: {
      input: lost,
      after: [
        {
          operation: `${holder}_AcquireLease`,
          input: { ...lost, duration: 15, proposedLeaseId: guid },
          answered: { status: 201, headers: { "x-ms-lease-id": guid } },
        },
        { operation: `${holder}_BreakLease`, input: { ...lost, breakPeriod: 0 } },
      ],
      answered: { status: 412, code },
    },
    keeps: { input: lost, answered: { status: 412, code } },
  });
}

export const leaseContracts: readonly Contract[] = [
  lostLease(
    "Blob",
    ["BlockBlob_Upload", "Blob_SetMetadata", "Blob_SetHTTPHeaders", "Blob_Delete"],
    pythonTest("test_lease_blob_break_period, test_lease_blob_with_duration"),
  ),
  lostLease("Container", ["Container_Delete"], pythonTest("test_lease_container_break_period")),
  contract({
    id: "azure-blob/lease-says-for-how-long",
    says: "who acquires a lease says for how long",
    on: ["Blob_AcquireLease", "Container_AcquireLease"],
    when: ({ input, call: { headers } }) =>
      input["duration"] === undefined && (headers["x-ms-version"] ?? "") >= "2012-02-12",
    answer: fault(
      400,
      "MissingRequiredHeader",
      "An HTTP header that's mandatory for this request is not specified.",
    ),
    evidence: leaseHeader("x-ms-lease-duration"),
    breaks: { input: { version: azureBlob.version, duration: undefined } },
    keeps: { input: { version: azureBlob.version, duration: 15 } },
  }),
  proposedId("Blob_ChangeLease", study("figure 3a")),
  proposedId("Blob_AcquireLease", leaseHeader("x-ms-proposed-lease-id")),
  proposedId("Container_ChangeLease", leaseHeader("x-ms-proposed-lease-id")),
  proposedId("Container_AcquireLease", leaseHeader("x-ms-proposed-lease-id")),
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
