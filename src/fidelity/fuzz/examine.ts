import { interfaceOf } from "../../clouds/index.ts";
import { plainerInputs, type Sequence } from "../../explore/index.ts";
import { classify } from "../findings/classify.ts";
import { confirm } from "../findings/confirm.ts";
import type { Finding } from "../findings/finding.ts";
import { findingId } from "../findings/identity.ts";
import { minimise } from "../findings/minimise.ts";
import type { Discrepancy, Perform } from "../pair/performed.ts";
import type { Side } from "../sides/side.ts";

/** Where two sides parted, and what was performed there. */
export interface Parted {
  readonly sequence: Sequence;
  readonly discrepancy: Discrepancy;
}

export interface Examined {
  readonly finding: Finding;
  readonly performances: number;
}
