import type { Contract } from "../../../model/index.ts";
import { absenceContracts } from "./absences.ts";
import { boundContracts } from "./bounds.ts";
import { failedConditionContracts } from "./failed-conditions.ts";
import { featureContracts } from "./features.ts";
import { limitContracts } from "./limits.ts";
import { resourcePolicyContracts } from "./resource-policies.ts";
import { settingContracts } from "./settings.ts";
import { tableContracts } from "./tables.ts";
import { timeToLiveContracts } from "./time-to-live.ts";
import { transactionContracts } from "./transactions.ts";

/** What a request says comes first, then what is not there, then what is kept. */
export const dynamodbContracts: readonly Contract[] = [
  ...limitContracts,
  ...boundContracts,
  ...tableContracts,
  ...transactionContracts,
  ...absenceContracts,
  ...settingContracts,
  ...failedConditionContracts,
  ...timeToLiveContracts,
  ...resourcePolicyContracts,
  ...featureContracts,
];
