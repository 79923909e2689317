import { interfaceOf, type ServiceName } from "../../clouds/index.ts";
import { plainerInputs } from "../../explore/index.ts";
import type { Claims } from "../findings/claims.ts";
import { confirm } from "../findings/confirm.ts";
import type { Finding } from "../findings/finding.ts";
import { findingOf } from "../findings/finding-of.ts";
import type { Case } from "../findings/identity.ts";
import { minimise } from "../findings/minimise.ts";
import { shownAgain } from "../findings/same.ts";
import type { Perform } from "../pair/performed.ts";

/** How many sequences may be performed to make one plain. */
const budget = 120;

export interface ExamineOptions {
  readonly service: ServiceName;
  readonly emulator: string;
  readonly reference: string;
  readonly claims: Claims;
}

/** Makes a finding of a discrepancy, if it shows again by itself: as few calls as will do it, and plain values. */
export async function examine(
  found: Case,
  perform: Perform,
  { service, emulator, reference, claims }: ExamineOptions,
): Promise<Finding | undefined> {
  const contract = interfaceOf(service);
  const sequence = found.sequence.slice(0, found.discrepancy.step + 1);
  const again = shownAgain(found, { sequence, performed: await perform(sequence) }, contract);
  if (again === undefined) return undefined;
  const plain = await minimise(sequence, again, perform, {
    budget,
    interface: contract,
    plainer: (input, operation) => plainerInputs(input, operation, contract.types),
  });
  const confirmed = await confirm(plain.sequence, plain.discrepancy, perform, contract);
  if (confirmed === undefined) return undefined;
  return findingOf(plain.sequence, confirmed, { service, emulator, reference, interface: contract, claims });
}
