import { type Crossing, urlForClient } from "./crossing.ts";
import { wrapMarker } from "./markers.ts";
import { queryValue, readQuery } from "./raw-query.ts";

/** Which elements a listing has, and which of their children names the container or the queue. */
interface ListShape {
  readonly entry: string;
  readonly name: string;
}

const shapes: Readonly<Record<string, ListShape>> = {
  Service_ListContainersSegment: { entry: "Container", name: "Name" },
  Service_ListQueuesSegment: { entry: "Queue", name: "Name" },
  Service_FilterBlobs: { entry: "Blob", name: "ContainerName" },
  Container_FilterBlobs: { entry: "Blob", name: "ContainerName" },
};

/** Whether an operation's answer lists containers or queues, among them perhaps others' than the test's. */
export function listsNames(operation: string): boolean {
  return shapes[operation] !== undefined;
}

/** A listing as the client's account would give it: only what the test can see, by its own names and in their order. */
export function nameListForClient(xml: string, crossing: Crossing): string {
  const shape = shapes[crossing.operation];
  if (shape === undefined) return xml;
  const found = elements(xml, shape.entry);
  const start = found[0]?.start ?? xml.length;
  const end = found.at(-1)?.end ?? xml.length;
  const query = readQuery(crossing.place.query);
  const isByName = shape.name === "Name";
  const prefix = isByName ? (queryValue(query, "prefix") ?? "") : "";
  const { listed } = crossing.names;
  const kept = found.flatMap(({ text }) => {
    const name = childText(text, shape.name);
    const own = name === undefined ? undefined : listed.get(name);
    if (own === undefined || !own.startsWith(prefix)) return [];
    return [{ own, text: replaceChild(text, shape.name, own) }];
  });
  const ordered = isByName ? kept.toSorted((a, b) => (a.own < b.own ? -1 : 1)) : kept;
  const around = (text: string): string => aroundForClient(text, crossing);
  return around(xml.slice(0, start)) + ordered.map(({ text }) => text).join("") + around(xml.slice(end));
}

/** A list of blobs: the container's name stands at its head, and copies say where they came from. */
export function blobListForClient(xml: string, crossing: Crossing): string {
  const properties = /<Properties>.*?<\/Properties>/gs;
  return rootForClient(xml, crossing).replace(properties, (text) => {
    const source = childText(text, "CopySource");
    return source === undefined
      ? text
      : replaceChild(text, "CopySource", escaped(urlForClient(crossing, unescaped(source))));
  });
}

/** What stands round the entries: the question, as the client asked it, and where to go on. */
function aroundForClient(text: string, crossing: Crossing): string {
  const query = readQuery(crossing.place.query);
  let changed = rootForClient(text, crossing);
  for (const [element, parameter] of [
    ["Prefix", "prefix"],
    ["Marker", "marker"],
    ["Where", "where"],
  ] as const) {
    const asked = queryValue(query, parameter);
    if (asked === undefined) continue;
    if (childText(changed, element) === undefined && element === "Prefix") {
      changed = changed.replace(/<Prefix\s*\/>/, `<Prefix>${escaped(asked)}</Prefix>`);
    }
    changed = replaceChild(changed, element, escaped(asked));
  }
  const next = childText(changed, "NextMarker");
  return next === undefined ? changed : replaceChild(changed, "NextMarker", wrapMarker(unescaped(next)));
}

const root = /<(?:EnumerationResults|FilterBlobSegment)\s[^>]*>/;

/** The addresses in the first element's attributes; the container's was one too before 2013. */
function rootForClient(text: string, crossing: Crossing): string {
  return text.replace(root, (tag) =>
    tag.replace(
      /\b(ServiceEndpoint|ContainerName|AccountName)="([^"]*)"/g,
      (_, name: string, value: string) => {
        const plain = unescaped(value);
        const isUrl = /^https?:/i.test(plain);
        const changed = isUrl ? urlForClient(crossing, plain) : crossing.names.back(plain);
        return `${name}="${escaped(changed)}"`;
      },
    ),
  );
}

interface Element {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The outermost elements of a name; metadata may have children of the same name. */
function elements(xml: string, name: string): Element[] {
  const found: Element[] = [];
  let depth = 0;
  let start = 0;
  for (const match of xml.matchAll(new RegExp(`<(/?)${name}>`, "g"))) {
    if (match[1] === "") {
      if (depth === 0) start = match.index;
      depth++;
    } else if (depth > 0) {
      depth--;
      const end = match.index + match[0].length;
      if (depth === 0) found.push({ start, end, text: xml.slice(start, end) });
    }
  }
  return found;
}

function childText(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
}

function replaceChild(xml: string, name: string, text: string): string {
  return xml.replace(
    new RegExp(`(<${name}>)[^<]*(</${name}>)`),
    (_, open: string, close: string) => open + text + close,
  );
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

function unescaped(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&amp;", "&");
}
