import { type Send, type ServiceName, scopesOf, topLevelOf } from "../../clouds/index.ts";
import { outcomeOf } from "./outcome.ts";
import { type PriorContent, priorContents } from "./prior-contents.ts";
import { httpRequest, namedRequest } from "./recorded-request.ts";
import type { RecordedExchange, Recording } from "./recording.ts";

/** Something that must have been there before a recording began. */
export interface PriorThing {
  readonly service: ServiceName;
  readonly name: string;
  /** How it is made. */
  readonly make: Parameters<Send>[0];
  /** It stands in what has this name, and is made where that was made: how it is called there, and where it is told of. */
  readonly content?: Pick<PriorContent, "name" | "toldAt">;
}

/** What makes something at the top of an account that was not there. */
export const creations: ReadonlySet<string> = new Set([
  "Container_Create",
  "Queue_Create",
  "Table_Create",
  "CreateBucket",
  "CreateTable",
]);

/** Top-level names that exist of themselves. */
const given = /^\$/;

/** They are answered whatever they name. */
const ofAccount = /GetAccountInfo/;

/**
 * What a recording found rather than made: a container, queue, table or bucket that it uses with success, or is told that
 * it is there already, before it has made it; and then what it reads in them before it has written it.
 */
export function priorThings({ exchanges }: Recording): PriorThing[] {
  const tops = priorTops(exchanges);
  const contents = priorContents(exchanges)
    .filter(({ service, top }) => tops.some((one) => one.service === service && one.name === top))
    .map(({ service, top, make, name, toldAt }) => ({ service, name: top, make, content: { name, toldAt } }));
  return [...tops, ...contents];
}

function priorTops(exchanges: readonly RecordedExchange[]): PriorThing[] {
  const met = new Set<string>();
  return exchanges.flatMap((exchange): PriorThing[] => {
    const { service, operation } = namedRequest(exchange);
    const name = service === null ? undefined : topName(service, operation, exchange);
    if (service === null || name === undefined || given.test(name)) return [];
    const key = `${service} ${name}`;
    if (met.has(key)) return [];
    met.add(key);
    const make = wasThere(operation, exchange) ? creationOf(service, operation, name, exchange) : undefined;
    return make === undefined ? [] : [{ service, name, make }];
  });
}

function topName(service: ServiceName, operation: string, exchange: RecordedExchange): string | undefined {
  const [scope] = scopesOf(service, httpRequest(exchange));
  return operation === "unknown" || ofAccount.test(operation) ? undefined : scope?.[0];
}

const alreadyThere = /AlreadyExists$|^BucketAlreadyOwnedByYou$|^ResourceInUseException$/;

function wasThere(operation: string, { answer }: RecordedExchange): boolean {
  if (answer === undefined) return false;
  const { status, code } = outcomeOf(answer);
  if (!creations.has(operation)) return status < 300;
  return status === 204 || alreadyThere.test(code ?? "");
}

/** The plainest request that makes it; a queue that is there with the same metadata is made by the very same request. */
function creationOf(
  service: ServiceName,
  operation: string,
  name: string,
  { headers, answer, body }: RecordedExchange,
): PriorThing["make"] | undefined {
  switch (topLevelOf(service).kind) {
    case "container":
      return { method: "PUT", target: `/${name}?restype=container` };
    case "queue":
      return {
        method: "PUT",
        target: `/${name}`,
        headers: answer?.status === 204 ? headers.filter(([own]) => /^x-ms-meta-/i.test(own)) : [],
      };
    case "azureTable":
      return {
        method: "POST",
        target: "/Tables",
        headers: [
          ["Accept", "application/json;odata=nometadata"],
          ["Content-Type", "application/json"],
        ],
        body: JSON.stringify({ TableName: name }),
      };
    case "bucket":
      return { method: "PUT", target: `/${name}` };
    default:
      return operation === "CreateTable"
        ? { method: "POST", target: "/", headers: headers.filter(isDynamodbs), body: body.toString("utf8") }
        : undefined;
  }
}

function isDynamodbs([name]: readonly [string, string]): boolean {
  return /^(?:x-amz-target|content-type)$/i.test(name);
}
