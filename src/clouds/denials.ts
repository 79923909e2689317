import type { Input, Operation } from "../model/index.ts";
import { type AzureService, grantable } from "./azure-account/index.ts";
import type { ServiceName } from "./service-names.ts";
import { storedPolicy } from "./shared/sdk-sas.ts";
import { topLevelOf } from "./top-level.ts";

/** A call that says who may do what. */
export interface Rule {
  readonly operation: string;
  readonly input: Input;
}

/** How somebody is denied an operation. */
export interface Denial {
  /** Who is: each of them tries it. */
  readonly callers: readonly ("owner" | "anonymous" | "policy-sas")[];
  /** What lets them in, where they have to be let in first. */
  readonly allowing?: Rule;
  readonly denying: readonly Rule[];
}

/** How somebody can be denied an operation that was allowed before; nothing where the service has no such means. */
export function denialsOf(service: ServiceName, operation: Operation): readonly Denial[] {
  const { rights, anonymous } = operation.authorization;
  switch (service) {
    case "s3": {
      if (rights.length === 0 || !("bucket" in operation.consumes)) return [];
      const resources = ["arn:aws:s3:::{bucket}", "arn:aws:s3:::{bucket}/*"];
      return [byRule("PutBucketPolicy", { Policy: denyingPolicy([...rights], resources) })];
    }
    case "dynamodb": {
      if (rights.length === 0 || !("table" in operation.consumes)) return [];
      // In a table's own policy this is the table with its indexes; its ARN would have to be that of each side.
      const resources = ["*"];
      return [byRule("PutResourcePolicy", { Policy: denyingPolicy([...rights], resources) })];
    }
    case "azure-blob":
      return [...(anonymous ? [closedAgain] : []), ...byStoredPolicy(service, operation)];
    case "azure-queue":
    case "azure-table":
      return byStoredPolicy(service, operation);
  }
}

const everybody = ["owner", "anonymous"] as const;

function byRule(operation: string, input: Input): Denial {
  return { callers: everybody, denying: [{ operation, input }] };
}

/** What everybody could read is private again. */
const closedAgain: Denial = {
  callers: everybody,
  denying: [
    { operation: "Container_SetAccessPolicy", input: { access: "container" } },
    { operation: "Container_SetAccessPolicy", input: {} },
  ],
};

/** How policies are stored, and in which parameter. */
const policyStores: Readonly<Record<AzureService, { readonly by: string; readonly at: string }>> = {
  "azure-blob": { by: "Container_SetAccessPolicy", at: "containerAcl" },
  "azure-queue": { by: "Queue_SetAccessPolicy", at: "queueAcl" },
  "azure-table": { by: "Table_SetAccessPolicy", at: "tableAcl" },
};

/** A stored policy that grants everything, and then no longer what the operation needs; or that is over by then. */
function byStoredPolicy(service: AzureService, { consumes, authorization }: Operation): readonly Denial[] {
  if (!(topLevelOf(service).resource in consumes)) return [];
  const { by, at } = policyStores[service];
  const permissions = grantable[service].byPolicy;
  const stored = (Permission: string, Expiry: string): Rule => ({
    operation: by,
    input: {
      [at]: [{ Id: storedPolicy, AccessPolicy: { Start: "2020-01-01T00:00:00Z", Expiry, Permission } }],
    },
  });
  const left = withoutRights(service, permissions, authorization.rights);
  const isOver = left === "" || left === permissions;
  return [
    {
      callers: ["policy-sas"],
      allowing: stored(permissions, "2099-12-31T23:59:59Z"),
      denying: [isOver ? stored(permissions, "2020-01-02T00:00:00Z") : stored(left, "2099-12-31T23:59:59Z")],
    },
  ];
}

/** Of what changes blobs, one permission stands in for another: who may create or append need not be let to write. */
const changingBlobs = "acwdxy";

function withoutRights(service: AzureService, permissions: string, rights: readonly string[]): string {
  const needed = rights.map((right) => right.split(":")[1] ?? "");
  const isChanging = service === "azure-blob" && needed.some((letter) => changingBlobs.includes(letter));
  const withdrawn = new Set([...needed, ...(isChanging ? changingBlobs : "")]);
  return [...permissions].filter((letter) => !withdrawn.has(letter)).join("");
}

/** A policy of AWS that denies everybody some actions. */
export function denyingPolicy(action: string | string[], resources: readonly string[]): string {
  const statement = { Effect: "Deny", Principal: "*", Action: action, Resource: resources };
  return JSON.stringify({ Version: "2012-10-17", Statement: [statement] });
}
