import { isUtf8 } from "node:buffer";
import { type Send, type ServiceName, scopesOf } from "../../clouds/index.ts";
import type { RawHeader } from "../../wire/index.ts";
import { headerOf } from "./headers.ts";
import { httpRequest, namedRequest } from "./recorded-request.ts";
import type { RecordedAnswer, RecordedExchange } from "./recording.ts";

/** A blob or an object that was read before anything had written it. */
export interface PriorContent {
  readonly service: ServiceName;
  /** What it stands in. */
  readonly top: string;
  readonly make: Parameters<Send>[0];
}

/** Reads whose answers tell what a thing is. */
const reads: ReadonlySet<string> = new Set([
  "Blob_Download",
  "Blob_GetProperties",
  "GetObject",
  "HeadObject",
]);

/** Reads of what a thing was once. */
const ofThePast = /[?&](?:snapshot|versionid)=/i;

/** What is larger is not made up. */
const mostBytes = 8 * 1024 * 1024;

/** What recorded reads show to have been there before: with the content that they told, or else one that is as long. */
export function priorContents(exchanges: readonly RecordedExchange[]): PriorContent[] {
  return [...firstReads(exchanges)].flatMap(([path, { service, top, answers }]): PriorContent[] => {
    const told = answers.find(({ body }) => body.length > 0) ?? answers[0];
    const make = told && creationOf(service, path, told);
    return make === undefined ? [] : [{ service, top, make }];
  });
}

interface Found {
  readonly service: ServiceName;
  readonly top: string;
  readonly answers: RecordedAnswer[];
}

/** How things were told by their paths before anything changed them. */
function firstReads(exchanges: readonly RecordedExchange[]): ReadonlyMap<string, Found> {
  const found = new Map<string, Found>();
  const changed = new Set<string>();
  for (const exchange of exchanges) {
    const { answer, url } = exchange;
    const { service, operation } = namedRequest(exchange);
    if (answer === undefined || answer.status >= 300 || service === null || !hasContents(service)) continue;
    const [[top = "", name = ""] = []] = scopesOf(service, httpRequest(exchange));
    const path = `/${top}/${name.split("/").map(encodeURIComponent).join("/")}`;
    if (!reads.has(operation)) changed.add(path);
    else if (name !== "" && !changed.has(path) && !ofThePast.test(url)) {
      const own = found.get(path) ?? { service, top, answers: [] };
      own.answers.push(answer);
      found.set(path, own);
    }
  }
  return found;
}

function hasContents(service: ServiceName): boolean {
  return service === "azure-blob" || service === "s3";
}

/** The plainest request that makes it, where one is enough. */
function creationOf(
  service: ServiceName,
  target: string,
  { headers, body }: RecordedAnswer,
): PriorContent["make"] | undefined {
  const length = lengthIn(headers);
  const type = headerOf(headers, "x-ms-blob-type") ?? "BlockBlob";
  if (length === undefined || length > mostBytes || type !== "BlockBlob") return undefined;
  const isWhole = body.length === length && isUtf8(body);
  const blob: RawHeader[] = service === "azure-blob" ? [["x-ms-blob-type", type]] : [];
  return {
    method: "PUT",
    target,
    headers: [...blob, ...headers.filter(([name]) => /^content-type$|^x-(?:ms|amz)-meta-/i.test(name))],
    body: isWhole ? body.toString("utf8") : "\0".repeat(length),
  };
}

/** How long the whole of it is. */
function lengthIn(headers: readonly RawHeader[]): number | undefined {
  const [, ofRange] = /\/(\d+)$/.exec(headerOf(headers, "content-range") ?? "") ?? [];
  const length = ofRange ?? headerOf(headers, "content-length");
  return length === undefined ? undefined : Number(length);
}
