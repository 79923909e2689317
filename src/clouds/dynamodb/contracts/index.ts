import type { Contract } from "../../../model/index.ts";

export const dynamodbContracts: readonly Contract[] = [];
