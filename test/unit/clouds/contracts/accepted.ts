import type { ServiceName } from "../../../../src/clouds/index.ts";
import type { Example } from "../../../../src/model/index.ts";
import { acceptedByAmazon } from "./accepted-amazon.ts";
import { acceptedAtCreation } from "./accepted-at-creation.ts";
import { acceptedByAzure } from "./accepted-azure.ts";

/** A request that the real service takes, after others: whoever sends it must not hear of a contract. */
export interface Accepted extends Example {
  readonly says: string;
  readonly service: ServiceName;
  readonly operation: string;
  /** Not where something may have been made before we came. */
  readonly knowsAll?: boolean;
  /** Where AWS was seen to take it, by the file, the test and the step of a snapshot. */
  readonly seenIn?: { readonly file: string; readonly test: string; readonly step: string };
}

/** Valid requests that contracts are easily wrong about: what they remember is out of date, or looks different. */
export const accepted: readonly Accepted[] = [...acceptedByAzure, ...acceptedByAmazon, ...acceptedAtCreation];
