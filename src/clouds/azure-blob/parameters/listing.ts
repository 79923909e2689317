import { array, int, oneOf, type Parameter, query, string } from "../../../model/index.ts";
import { marker, maxResults, prefix } from "../../shared/azure-types.ts";
import { tagSearch } from "../values.ts";

function include(...parts: readonly string[]): Parameter {
  return query("include?", array(oneOf(...parts), { max: parts.length }));
}

export const containerListing: readonly Parameter[] = [
  prefix,
  marker,
  maxResults,
  include("metadata", "deleted", "system"),
];

export const blobListing: readonly Parameter[] = [
  prefix,
  marker,
  maxResults,
  include(
    "copy",
    "deleted",
    "metadata",
    "snapshots",
    "uncommittedblobs",
    "versions",
    "tags",
    "immutabilitypolicy",
    "legalhold",
    "deletedwithversions",
    "permissions",
  ),
];
export const delimiter: Parameter = query("delimiter", string({ minLength: 1, example: "/" }));

/** The vendor's grammar lets `where` be left out; the service does not. */
export const blobSearch: readonly Parameter[] = [
  query("where", tagSearch),
  marker,
  maxResults,
  include("none", "versions"),
];

export const pageListing: readonly Parameter[] = [
  marker,
  query("maxresults?", int({ min: 1, max: 10_000 }), "maxPageSize"),
];

export const ofMarker = { marker: "marker" };
export const nextMarker = { marker: "body NextMarker" };
