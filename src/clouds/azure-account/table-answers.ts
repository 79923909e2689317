import { type Crossing, urlForClient } from "./crossing.ts";
import { mapStrings } from "./json-strings.ts";

/** One of the tables that an answer lists. */
interface ListedTable {
  readonly TableName?: string;
}

/** Tables as the client's account would list them: only what the test can see, by its own names and in their order. */
export function tableListForClient(json: string, crossing: Crossing): string {
  const list = parsedList(json);
  if (list === undefined) return metadataForClient(json, crossing);
  const { listed } = crossing.names;
  const kept = list.value
    .map((table) => ({ table, own: listed.get(table.TableName ?? "") }))
    .filter((entry): entry is { table: ListedTable; own: string } => entry.own !== undefined)
    .toSorted((a, b) => (a.own.toLowerCase() < b.own.toLowerCase() ? -1 : 1))
    .map(({ table, own }) => ({ ...table, TableName: own }));
  return metadataForClient(JSON.stringify({ ...list, value: kept }), crossing);
}

function parsedList(json: string): { readonly value: readonly ListedTable[] } | undefined {
  try {
    const list = JSON.parse(json) as { readonly value?: unknown };
    return Array.isArray(list.value) ? { ...list, value: list.value } : undefined;
  } catch {
    return undefined;
  }
}

/** The addresses and types beside an entity or a table; what the application has stored is not touched. */
export function metadataForClient(json: string, crossing: Crossing): string {
  const aboutTables = /^\/+tables\b/i.test(crossing.place.path);
  return mapStrings(json, (key, value) => {
    switch (key) {
      case "odata.metadata":
      case "odata.id":
      case "odata.context":
        return metadataUrl(value, crossing);
      case "odata.editLink":
        return crossing.names.pathBack(value);
      case "odata.type":
        return typeForClient(value, crossing);
      case "TableName":
        return aboutTables ? crossing.names.back(value) : value;
      default:
        return value;
    }
  });
}

/** The part of an address behind `#` names a table, too. */
function metadataUrl(url: string, crossing: Crossing): string {
  const hash = url.indexOf("#");
  if (hash < 0) return urlForClient(crossing, url);
  const fragment = crossing.names.pathBack(`$metadata${url.slice(hash)}`).slice("$metadata".length);
  return urlForClient(crossing, url.slice(0, hash)) + fragment;
}

/** `acme.photos`: the account's name and the table's. */
function typeForClient(type: string, { other, client, names }: Crossing): string {
  return type.startsWith(`${other.account}.`)
    ? `${client.account}.${names.back(type.slice(other.account.length + 1))}`
    : type;
}

/** Atom, which versions before 2015-12-11 speak: everything but what the application has stored. */
export function atomForClient(xml: string, crossing: Crossing): string {
  const properties = /(<m:properties>.*?<\/m:properties>)/s;
  const aboutTables = /^\/+tables\b/i.test(crossing.place.path);
  return xml
    .split(properties)
    .map((text, at) => (at % 2 === 1 && !aboutTables ? text : addressesForClient(text, crossing)))
    .join("");
}

/** Every address and name in a text that the service has written. */
export function addressesForClient(text: string, crossing: Crossing): string {
  const { names, other, client } = crossing;
  const withAddresses = text.replace(/https?:\/\/[^\s"'<>]+/g, (url) => urlForClient(crossing, url));
  const existing = names.seen.reduce((changed, name) => inPath(changed, name.there, name.own), withAddresses);
  return inPath(names.restore(existing), other.account, client.account);
}

/** Puts one name for another where it is a whole part of a path. */
function inPath(text: string, name: string, instead: string): string {
  if (!text.includes(name)) return text;
  return text.replace(new RegExp(`(?<=/)${RegExp.escape(name)}(?=[/?\\s"'<]|$)`, "g"), instead);
}
