import type { RawHeader } from "../../wire/index.ts";
import { mapHeaders } from "../shared/header-list.ts";
import type { Crossing } from "./crossing.ts";
import { isInRoot } from "./kept.ts";
import { unwrapMarker } from "./markers.ts";
import { mapValue, queryValue, type RawQuery, withoutValue } from "./raw-query.ts";
import type { TopNames } from "./top-names.ts";

/** The path from the account's root with the other account's name in it. */
export function pathThere(crossing: Crossing, query: RawQuery): string {
  const { place, names } = crossing;
  return isInRoot(crossing, query) ? place.path : names.pathThere(place.path);
}

/** The query with the other account's names in it, wherever parameters hold names. */
export function queryThere({ service, names, operation, place }: Crossing, query: RawQuery): RawQuery {
  switch (operation) {
    case "Service_ListContainersSegment":
    case "Service_ListQueuesSegment":
      return mapValue(prefixThere(query, names), "marker", unwrapMarker);
    case "Service_FilterBlobs":
    case "Container_FilterBlobs":
      return mapValue(mapValue(query, "marker", unwrapMarker), "where", (text) =>
        containersThere(text, names),
      );
    case "Service_SubmitBatch":
      // The JavaScript SDK takes the account of a path-style address for a container.
      return /^\/?$/.test(place.path) ? withoutValue(query, "restype") : query;
    case "Table_Query":
      return mapValue(mapValue(withTable(query, names), "nexttablename", unwrapMarker), "$filter", (text) =>
        tablesThere(text, names),
      );
    default:
      return service === "azure-table" ? withTable(query, names) : query;
  }
}

/** A table's SAS names the table. */
function withTable(query: RawQuery, names: TopNames): RawQuery {
  return mapValue(query, "tn", (name) => names.there(name));
}

/** Names keep their beginnings there, but for long ones and those that exist: then all are asked for. */
function prefixThere(query: RawQuery, names: TopNames): RawQuery {
  const prefix = queryValue(query, "prefix") ?? "";
  const isKept = names.seen.every(({ own, there }) => !own.startsWith(prefix) || there.startsWith(prefix));
  return isKept ? query : withoutValue(query, "prefix");
}

function containersThere(where: string, names: TopNames): string {
  return where.replace(
    /(@container\s*=\s*')([^']*)(')/gi,
    (_, before: string, name: string, after: string) => before + names.known(name) + after,
  );
}

/** Comparisons that a name's longer form would turn round get that form; the others hold for it as well. */
function tablesThere(filter: string, names: TopNames): string {
  return filter.replace(
    /(TableName\s+(?:eq|ne|gt|le)\s+')([^']*)(')/g,
    (_, before: string, name: string, after: string) => before + names.known(name) + after,
  );
}

const containerHeaders = new Set(["x-ms-deleted-container-name", "x-ms-source-container-name"]);

/** Headers that name a container by itself. */
export function headersThere(headers: readonly RawHeader[], names: TopNames): readonly RawHeader[] {
  return mapHeaders(headers, containerHeaders, (name) => names.there(name));
}
