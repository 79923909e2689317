import type { Contract } from "../../../model/index.ts";
import { accessContracts } from "./access.ts";
import { bucketContracts } from "./buckets.ts";
import { checksumsContracts } from "./checksums.ts";
import { documentContracts } from "./documents.ts";
import { listingContracts } from "./listing.ts";
import { multipartContracts } from "./multipart.ts";
import { objectContracts } from "./objects.ts";
import { protectionContracts } from "./protection.ts";
import { settingContracts } from "./settings.ts";
import { versionContracts } from "./versions.ts";

/** Who may call comes first, then what a request says, then what is kept. */
export const s3Contracts: readonly Contract[] = [
  ...bucketContracts,
  ...documentContracts,
  ...accessContracts,
  ...listingContracts,
  ...checksumsContracts,
  ...objectContracts,
  ...protectionContracts,
  ...multipartContracts,
  ...settingContracts,
  ...versionContracts,
];
