import type { Contract } from "../../../model/index.ts";
import { accessContracts } from "./access.ts";
import { anonymousContracts } from "./anonymous.ts";
import { bucketNameContracts } from "./bucket-names.ts";
import { bucketContracts } from "./buckets.ts";
import { checksumTypeContracts } from "./checksum-types.ts";
import { checksumsContracts } from "./checksums.ts";
import { copyContracts } from "./copies.ts";
import { customerKeyContracts } from "./customer-keys.ts";
import { documentContracts } from "./documents.ts";
import { grantContracts } from "./grants.ts";
import { inventoryContracts } from "./inventories.ts";
import { lifecycleContracts } from "./lifecycle.ts";
import { listingContracts } from "./listing.ts";
import { listContracts } from "./lists.ts";
import { lockOfObjectContracts } from "./locks-of-objects.ts";
import { multipartContracts } from "./multipart.ts";
import { notificationContracts } from "./notifications.ts";
import { objectLockContracts } from "./object-lock.ts";
import { objectTagContracts } from "./object-tags.ts";
import { objectContracts } from "./objects.ts";
import { ownershipContracts } from "./ownership.ts";
import { preconditionContracts } from "./preconditions.ts";
import { protectionContracts } from "./protection.ts";
import { readContracts } from "./reads.ts";
import { retentionContracts } from "./retention.ts";
import { settingContracts } from "./settings.ts";
import { stateContracts } from "./states.ts";
import { tagContracts } from "./tags.ts";
import { versioningContracts } from "./versioning.ts";
import { versionContracts } from "./versions.ts";
import { websiteContracts } from "./websites.ts";

/** Who may call comes first, then what a request says, then what is kept. */
export const s3Contracts: readonly Contract[] = [
  ...anonymousContracts,
  ...bucketNameContracts,
  ...bucketContracts,
  ...documentContracts,
  ...websiteContracts,
  ...lifecycleContracts,
  ...inventoryContracts,
  ...tagContracts,
  ...stateContracts,
  ...accessContracts,
  ...grantContracts,
  ...listingContracts,
  ...checksumsContracts,
  ...checksumTypeContracts,
  ...preconditionContracts,
  ...objectContracts,
  ...readContracts,
  ...copyContracts,
  ...protectionContracts,
  ...customerKeyContracts,
  ...retentionContracts,
  ...lockOfObjectContracts,
  ...multipartContracts,
  ...notificationContracts,
  ...versioningContracts,
  ...objectLockContracts,
  ...ownershipContracts,
  ...objectTagContracts,
  ...settingContracts,
  ...listContracts,
  ...versionContracts,
];
