import type { Types } from "../../../model/index.ts";
import { contentTypes } from "./content.ts";
import { listingTypes } from "./listing.ts";
import { queryTypes } from "./query.ts";
import { serviceTypes } from "./service.ts";

export const types: Types = { ...serviceTypes, ...listingTypes, ...contentTypes, ...queryTypes };
