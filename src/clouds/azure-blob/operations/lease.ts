import { int, type Operation, operation } from "../../../model/index.ts";
import { other } from "../billing.ts";
import { conditions, faults, noBlob, noContainer } from "../faults.ts";
import { leaseHeld, modified } from "../output-headers.ts";
import { leased, ofBlob, ofContainer, onBlob, onContainer } from "../parameters/addresses.ts";
import {
  acquiredSeconds,
  breakPeriod,
  heldLease,
  modifiedAccess,
  modifiedSince,
  nextLease,
  proposedLease,
} from "../parameters/conditions.ts";

const onLease = {
  Container: {
    line: "PUT /{containerName}?comp=lease&restype=container",
    address: [...onContainer, ...modifiedSince],
    of: ofContainer,
    absent: [...noContainer, ...conditions],
    rights: ["c:w"],
  },
  Blob: {
    line: "PUT /{containerName}/{blob+}?comp=lease",
    address: [...onBlob, ...modifiedAccess],
    of: ofBlob,
    absent: [...noBlob, ...conditions],
    rights: ["o:w"],
  },
} as const;

const acquired = { lease: "header x-ms-lease-id" };

/** Containers and blobs are leased alike. */
function leasing(holder: keyof typeof onLease): readonly Operation[] {
  const { line, address, of, absent, rights } = onLease[holder];
  const shared = { rights, price: other };
  const action = (name: string) => ({ ...shared, headers: { "x-ms-lease-action": name } });
  return [
    operation(`${holder}_AcquireLease`, line, {
      ...action("acquire"),
      input: [...address, acquiredSeconds, proposedLease],
      status: 201,
      outputHeaders: leaseHeld,
      faults: faults(
        ...absent,
        "LeaseAlreadyPresent",
        "LeaseIsBreakingAndCannotBeAcquired",
        "InfiniteLeaseDurationRequired",
        "MissingRequiredHeader",
      ),
      produces: acquired,
      consumes: of,
    }),
    operation(`${holder}_ReleaseLease`, line, {
      ...action("release"),
      input: [...address, heldLease],
      outputHeaders: modified,
      faults: faults(
        ...absent,
        "LeaseIdMismatchWithLeaseOperation",
        "LeaseNotPresentWithLeaseOperation",
        "MissingRequiredHeader",
      ),
      consumes: { ...of, ...leased },
    }),
    operation(`${holder}_RenewLease`, line, {
      ...action("renew"),
      input: [...address, heldLease],
      outputHeaders: leaseHeld,
      faults: faults(
        ...absent,
        "LeaseIdMismatchWithLeaseOperation",
        "LeaseNotPresentWithLeaseOperation",
        "LeaseIsBrokenAndCannotBeRenewed",
        "MissingRequiredHeader",
      ),
      produces: acquired,
      consumes: { ...of, ...leased },
    }),
    operation(`${holder}_ChangeLease`, line, {
      ...action("change"),
      input: [...address, heldLease, nextLease],
      outputHeaders: leaseHeld,
      faults: faults(
        ...absent,
        "LeaseIdMismatchWithLeaseOperation",
        "LeaseNotPresentWithLeaseOperation",
        "LeaseIsBreakingAndCannotBeChanged",
        "LeaseAlreadyPresent",
        "MissingRequiredHeader",
      ),
      produces: acquired,
      consumes: { ...of, ...leased },
    }),
    operation(`${holder}_BreakLease`, line, {
      ...action("break"),
      input: [...address, breakPeriod],
      status: 202,
      outputHeaders: { ...modified, "x-ms-lease-time": int({ min: 0, max: 60 }) },
      faults: faults(...absent, "LeaseNotPresentWithLeaseOperation", "LeaseAlreadyBroken"),
      asynchronous: true,
      consumes: of,
    }),
  ];
}

export const leaseOperations: readonly Operation[] = [...leasing("Container"), ...leasing("Blob")];
