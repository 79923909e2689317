import { isServiceName, priceListOf, type ServiceName, serviceNames } from "../../clouds/index.ts";
import { nearest, TouchstoneError } from "../../model/index.ts";

/** What a user sets of a service's prices; everything else stays as the default list has it. */
interface ServicePriceSettings {
  /** Azure: `LRS`, `ZRS`, `GRS` or `RA-GRS`. */
  readonly redundancy?: string;
  /** Azure Blob: `hot`, `cool`, `cold` or `archive`, where a request does not say. */
  readonly tier?: string;
  /** S3: such as `STANDARD_IA`, where a request does not say. */
  readonly storageClass?: string;
  /** DynamoDB: `STANDARD` or `STANDARD_INFREQUENT_ACCESS`. */
  readonly tableClass?: string;
  /** Dollars by line of the list, for as many units as the list's `per` says: `{ "hot/LRS/write": 0.045 }`. */
  readonly dollars?: Readonly<Record<string, number>>;
}

/** The price table that a user can set, by service. */
export type PriceSettings = Readonly<Partial<Record<ServiceName, ServicePriceSettings>>>;

/** A service's prices as they are counted with. */
interface ServicePrices {
  readonly per: number;
  readonly dollars: Readonly<Record<string, number>>;
  readonly chosen: Readonly<Record<string, string>>;
}

/** All services' prices as they are counted with. */
export type Prices = Readonly<Record<ServiceName, ServicePrices>>;

/**
 * The default prices with what the user sets; a setting that is not understood is an error with its place.
 *
 * @example
 * pricesWith({ "azure-blob": { tier: "cool", redundancy: "GRS", dollars: { "cool/GRS/write": 0.18 } } });
 */
export function pricesWith(settings: unknown = {}): Prices {
  const given = fieldsOf(settings, "prices");
  for (const name of Object.keys(given)) {
    if (!isServiceName(name)) throw unknown("prices", "service", name, serviceNames);
  }
  const of = (service: ServiceName) => servicePrices(service, given[service]);
  return {
    "azure-blob": of("azure-blob"),
    "azure-queue": of("azure-queue"),
    "azure-table": of("azure-table"),
    s3: of("s3"),
    dynamodb: of("dynamodb"),
  };
}

function servicePrices(service: ServiceName, settings: unknown = {}): ServicePrices {
  const place = `prices[${JSON.stringify(service)}]`;
  const list = priceListOf(service);
  const { dollars, ...choices } = fieldsOf(settings, place);
  const chosen = Object.fromEntries(
    Object.entries(list.choices).map(([name, [first]]) => [name, first ?? ""]),
  );
  for (const [name, value] of Object.entries(choices)) {
    const possible = list.choices[name];
    if (possible === undefined) throw unknown(place, "setting", name, [...Object.keys(chosen), "dollars"]);
    chosen[name] = oneOf(value, possible, `${place}.${name}`);
  }
  requireOffered(list.dollars, chosen, place);
  return { per: list.per, dollars: { ...list.dollars, ...linesOf(dollars, list.dollars, place) }, chosen };
}

function linesOf(value: unknown = {}, known: Readonly<Record<string, number>>, at: string) {
  const place = `${at}.dollars`;
  const lines: Record<string, number> = {};
  for (const [line, dollars] of Object.entries(fieldsOf(value, place))) {
    if (!Object.hasOwn(known, line)) throw unknown(place, "line", line, Object.keys(known));
    if (typeof dollars !== "number" || !Number.isFinite(dollars) || dollars < 0) {
      throw wrong(`${place}[${JSON.stringify(line)}]`, "a number of dollars, 0 or more", dollars);
    }
    lines[line] = dollars;
  }
  return lines;
}

/** Not everything can be chosen together: archive is not offered with ZRS. */
function requireOffered(
  dollars: Readonly<Record<string, number>>,
  chosen: Readonly<Record<string, string>>,
  place: string,
): void {
  const start = `${Object.values(chosen).join("/")}/`;
  if (Object.keys(dollars).some((line) => line.startsWith(start))) return;
  throw new TouchstoneError("TS_CONFIG", `${place}: ${Object.values(chosen).join(" with ")} is not offered`);
}

function oneOf(value: unknown, possible: readonly string[], place: string): string {
  const found = possible.find((each) => each === value);
  if (found !== undefined) return found;
  throw wrong(place, `one of ${possible.join(", ")}`, value);
}

function fieldsOf(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw wrong(place, "an object", value);
}

function wrong(place: string, be: string, value: unknown): TouchstoneError {
  const shown = typeof value === "number" ? String(value) : (JSON.stringify(value) ?? String(value));
  return new TouchstoneError("TS_CONFIG", `${place} must be ${be}, but is ${shown}`);
}

function unknown(place: string, what: string, name: string, known: readonly string[]): TouchstoneError {
  const meant = nearest(name, known);
  const hint = meant === undefined ? `There are ${known.join(", ")}.` : `Did you mean ${meant}?`;
  return new TouchstoneError("TS_CONFIG", `${place} has no ${what} ${JSON.stringify(name)}`, { hint });
}
