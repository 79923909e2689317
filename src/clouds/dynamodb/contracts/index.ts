import type { Contract } from "../../../model/index.ts";
import { absenceContracts } from "./absences.ts";
import { boundContracts } from "./bounds.ts";
import { featureContracts } from "./features.ts";
import { limitContracts } from "./limits.ts";
import { settingContracts } from "./settings.ts";
import { tableContracts } from "./tables.ts";

/** What a request says comes first, then what is not there, then what is kept. */
export const dynamodbContracts: readonly Contract[] = [
  ...limitContracts,
  ...boundContracts,
  ...tableContracts,
  ...absenceContracts,
  ...settingContracts,
  ...featureContracts,
];
