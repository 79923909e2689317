import { type ServiceName, serviceNames } from "./service-names.ts";
import { azureReadings, isForEmulatorsAccount } from "./shared/azure-address.ts";
import type { Addressing } from "./shared/recognizer.ts";
import { remembered } from "./shared/remembered.ts";
import { decodePath, type WireRequest } from "./shared/wire-request.ts";

/** How strongly the small signs in a request speak for each service. */
export type Hints = Readonly<Record<ServiceName, number>>;

type Hint = readonly [service: ServiceName, weight: number];

const none = Object.fromEntries(serviceNames.map((service) => [service, 0])) as Hints;

/** What proves nothing but speaks for one of the services that remain, added up. */
export function hintsOf(
  wire: WireRequest,
  remaining: readonly ServiceName[],
  addressing?: Addressing,
): Hints {
  const agent = wire.headers["user-agent"] ?? wire.headers["x-ms-useragent"] ?? "";
  const groups = [fromPort(wire), fromAgent(agent), fromHostName(wire.host), fromAccount(wire)];
  // JSON and paths like these are met everywhere: they say something only where Azure is meant.
  if (!remaining.includes("s3") || groups.some(isAzure)) {
    groups.push(fromOData(wire), agreedPath(wire, azureReadings(wire, addressing)));
  }
  const hints = { ...none };
  for (const group of groups) for (const [service, weight] of group) hints[service] += weight;
  return hints;
}

function isAzure(group: readonly Hint[]): boolean {
  return group[0]?.[0].startsWith("azure-") ?? false;
}

/** The ports on which emulators listen unless told otherwise. */
const usualPorts: ReadonlyMap<string, ServiceName> = new Map([
  ["10000", "azure-blob"],
  ["10001", "azure-queue"],
  ["10002", "azure-table"],
  ["4566", "s3"],
  ["4568", "s3"],
  ["9000", "s3"],
]);

function fromPort({ port }: WireRequest): readonly Hint[] {
  const service = usualPorts.get(port);
  return service === undefined ? [] : [[service, 8]];
}

/** How clients name themselves: `azsdk-net-Storage.Queues/12.1`, `azsdk-js-data-tables/13`. */
const agents: readonly (readonly [RegExp, ServiceName])[] = [
  [/storage[-._]?queues?|azqueue/i, "azure-queue"],
  [/data[-._]?tables?|cosmos[-._]?table|aztables/i, "azure-table"],
  [/storage[-._]?blobs?|azblob|file[-._]?datalake/i, "azure-blob"],
];

const fromAgent = remembered((agent: string): readonly Hint[] => {
  const service = agents.find(([pattern]) => pattern.test(agent))?.[1];
  return service === undefined ? [] : [[service, 10]];
});

/** In a network of containers, hosts are called after what they are. */
const fromHostName = remembered((host: string): readonly Hint[] => {
  if (/azurite/.test(host)) return azure(4);
  const kind = /(?:^|[.-])(blob|queue|table)s?(?:[.-]|$)/.exec(host)?.[1];
  if (kind !== undefined) return [[`azure-${kind as "blob" | "queue" | "table"}`, 4]];
  return /minio|(?:^|[.-])s3(?:[.-]|$)|localstack/.test(host) ? [["s3", 4]] : [];
});

function fromOData({ headers }: WireRequest): readonly Hint[] {
  const speaks =
    headers["dataserviceversion"] !== undefined ||
    headers["maxdataserviceversion"] !== undefined ||
    /odata|atom\+xml/.test(headers["accept"] ?? "") ||
    headers["content-type"]?.startsWith("application/json");
  return speaks ? [["azure-table", 4]] : [];
}

function fromAccount(wire: WireRequest): readonly Hint[] {
  return isForEmulatorsAccount(wire) ? azure(4) : [];
}

const tablePath = /^\/(?:Tables(?:\(.*\))?|\$batch|[A-Za-z][A-Za-z0-9]*\(.*\))$/s;
const messagePath = /^\/[^/]+\/messages\/[^/]+$/;
const messagesPath = /^\/[^/]+\/messages\/?$/;
const deepPath = /^\/[^/]+\/./;

/** Where a path can be read in two ways, it says something only if it says the same in both. */
function agreedPath(wire: WireRequest, [first = "/", second]: readonly string[]): readonly Hint[] {
  const hint = fromAzurePath(first, wire);
  if (second === undefined) return hint;
  const [other] = fromAzurePath(second, wire);
  return other?.[0] === hint[0]?.[0] ? hint : [];
}

/** What a path under an account looks like most of the time. */
function fromAzurePath(path: string, { headers, query }: WireRequest): readonly Hint[] {
  if (headers["x-ms-blob-type"] !== undefined || headers["x-ms-copy-source"] !== undefined)
    return [["azure-blob", 6]];
  if (tablePath.test(decodePath(path))) return [["azure-table", 6]];
  if (messagePath.test(path)) return [[query.has("popreceipt") ? "azure-queue" : "azure-blob", 2]];
  if (messagesPath.test(path)) return [["azure-queue", 2]];
  if (deepPath.test(path)) return [["azure-blob", 2]];
  // A queue is met every day, a blob in the root container hardly ever; policies queues and tables both have.
  return path === "/" || query.get("comp")?.toLowerCase() === "acl" ? [] : [["azure-queue", 1]];
}

function azure(weight: number): readonly Hint[] {
  return [
    ["azure-blob", weight],
    ["azure-queue", weight],
    ["azure-table", weight],
  ];
}
