import type { Contract } from "../../../model/index.ts";
import { absenceContracts } from "./absences.ts";
import { featureContracts } from "./features.ts";
import { limitContracts } from "./limits.ts";
import { settingContracts } from "./settings.ts";

/** What a request says comes first, then what is not there, then what is kept. */
export const dynamodbContracts: readonly Contract[] = [
  ...limitContracts,
  ...absenceContracts,
  ...settingContracts,
  ...featureContracts,
];
