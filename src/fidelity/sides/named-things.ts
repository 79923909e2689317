import { interfaceOf, type ServiceName, topLevelOf } from "../../clouds/index.ts";
import { defaultInput, type Input, type Operation, valuesAt } from "../../model/index.ts";

/** What stands for a name that cannot be read: it is nobody's that is known. */
export const unreadable = "(a name that cannot be told)";

/**
 * Reads off inputs to what calls that change something may do so: containers, queues, tables or buckets, also as parts
 * of ARNs, of statements and of batches. What calls make themselves is not among it, and neither is what they copy from.
 */
export function namedThings(
  service: ServiceName,
  endpoint: string,
): (operation: string, input: Input) => readonly string[] {
  const account = new URL(endpoint).pathname.replace(/\/$/, "");
  const readers = new Map<string, (input: Input) => readonly string[]>();
  for (const operation of interfaceOf(service).operations) {
    if (!operation.readOnly) readers.set(operation.name, readerOf(service, operation, account));
  }
  return (operation, input) => [...new Set(readers.get(operation)?.(input))];
}

function readerOf(
  service: ServiceName,
  operation: Operation,
  account: string,
): (input: Input) => readonly string[] {
  const { name, consumes, parameters } = operation;
  const plain = defaultInput(operation, interfaceOf(service).types);
  const { resource: top, besides = {}, statements = {} } = topLevelOf(service);
  const places = [top, ...Object.keys(besides)].flatMap((resource) =>
    (consumes[resource] ?? []).map((path) => ({
      path,
      // What the service itself gives names to is never called as the interface's examples are.
      examples: besides[resource] === "service" ? valuesAt(plain, path) : [],
    })),
  );
  const inPath = parameters.filter((one) => one.in === "path").map((one) => one.name);
  const statement = statements[name];
  return (input) => [
    ...places.flatMap(({ path, examples }) =>
      valuesAt(input, path)
        .filter((value) => !examples.includes(value))
        .map(thingIn),
    ),
    ...inPath.filter((one) => leadsElsewhere(input[one])).map(() => unreadable),
    ...(statement === undefined ? [] : valuesAt(input, statement).flatMap(changedBy)),
    ...(/Batch$/.test(name) ? changedByParts(input["body"], account, inParts[service] ?? /^$/) : []),
  ];
}

/** `arn:aws:dynamodb:…:table/photos/backup/01`, `/photos/a.png` and `photos` are all about photos. */
function thingIn(value: unknown): string {
  if (typeof value !== "string") return unreadable;
  const [, table] = /^arn:[^/]*:(?:global-)?table\/([^/]+)/.exec(value) ?? [];
  const [, bucket] = /^\/([^/]+)\//.exec(value) ?? [];
  return table ?? bucket ?? value;
}

/** A segment of dots leads out of what stands before it, also where an address makes one of it. */
function leadsElsewhere(value: unknown): boolean {
  if (typeof value !== "string") return false;
  const inAddress = value.replaceAll(/[\t\r\n]/g, "");
  return /(?:^|[/\\])(?:\.|%2e){1,2}(?:$|[/\\])/i.test(inAddress);
}

const changing = /\b(?:insert|update|delete|upsert|replace|remove|set)\b/i;

/** The table that a statement changes. */
function changedBy(statement: unknown): readonly string[] {
  const text = String(statement);
  if (!changing.test(text)) return [];
  const [, quoted, plain] =
    /^\s*(?:insert\s+into|update|delete\s+from)\s+(?:"([^"]+)"|([\w.-]+))/i.exec(text) ?? [];
  const [, read] = /^\s*(select)\s/i.exec(text) ?? [];
  return read === undefined ? [thingIn(quoted ?? plain)] : [];
}

/** Where the paths of requests inside a batch name what they are about. */
const inParts: Partial<Record<ServiceName, RegExp>> = {
  "azure-blob": /^\/([^/]+)\//,
  "azure-table": /^\/(?:Tables\(')?([A-Za-z0-9]+)(?:'\)|\(|$)/i,
};

/** What the requests inside a batch are about. */
function changedByParts(body: unknown, account: string, name: RegExp): readonly string[] {
  const text = body instanceof Uint8Array ? Buffer.from(body).toString("latin1") : String(body);
  return [...text.matchAll(/\b(?:delete|put|post|patch|merge)\s+(\S+)/gi)].map(([, target = ""]) => {
    const path = pathOf(target);
    const within = path?.startsWith(`${account}/`) === true ? path.slice(account.length) : path;
    return name.exec(within ?? "")?.[1] ?? unreadable;
  });
}

function pathOf(target: string): string | undefined {
  try {
    return decodeURIComponent(new URL(target, "http://localhost").pathname);
  } catch {
    return undefined;
  }
}
