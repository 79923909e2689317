import type { Contract } from "../../../model/index.ts";

export const s3Contracts: readonly Contract[] = [];
