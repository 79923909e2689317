import { operationOf, type ServiceName } from "../../clouds/index.ts";
import type { Step } from "../../explore/index.ts";
import { emulators } from "../../lab/index.ts";
import { fullGrant, type Granted, isAzure, sharedThing, weakGrant } from "../sides/grants.ts";

/** What lets a call in, in what is written for others to run. */
export type Access =
  | { readonly by: "key" }
  | { readonly by: "wrong-key" }
  | { readonly by: "nothing" }
  | SasAccess
  | PolicyAccess;

export interface SasAccess extends Granted {
  readonly by: "sas";
  /** Such as `2099-12-31T23:59:59Z`. */
  readonly expires: string;
}

/** A signature by a stored policy, which says what it grants. */
export interface PolicyAccess {
  readonly by: "policy-sas";
  /** The container, queue or table that it is for. */
  readonly name: string;
}

export const longAgo = "2020-01-01T00:00:00Z";
export const farAway = "2099-12-31T23:59:59Z";

/** What lets a step in; Amazon knows no shared access signatures, and without one a caller is nobody. */
export function accessOf(service: ServiceName, { caller, operation, input }: Step): Access {
  switch (caller) {
    case "owner":
      return { by: "key" };
    case "wrong-key":
      return { by: "wrong-key" };
    case "expired-sas":
      return isAzure(service) ? { by: "sas", ...fullGrant(service), expires: longAgo } : nobody;
    case "weak-sas":
      return isAzure(service)
        ? { by: "sas", ...weakGrant(service, operationOf(service, operation)), expires: farAway }
        : nobody;
    case "policy-sas": {
      const name = isAzure(service)
        ? sharedThing(service, operationOf(service, operation), input)
        : undefined;
      return name === undefined ? nobody : { by: "policy-sas", name };
    }
    case "anonymous":
      return nobody;
  }
}

const nobody: Access = { by: "nothing" };

/** Lets anybody read, for as long as anybody will run what is written. */
export const readAccess: SasAccess = {
  by: "sas",
  permissions: "rl",
  resources: "sco",
  expires: farAway,
};

/** The credentials that a service's emulators share, which are no secret. */
export function publicCredentials(service: ServiceName): { readonly id: string; readonly secret: string } {
  const emulator = emulators.find(({ services }) => services.includes(service));
  return emulator?.credentials ?? { id: "test", secret: "test" };
}

/** Where an emulator of the service listens if nobody says otherwise. */
export function usualEndpoint(service: ServiceName): string {
  const { id } = publicCredentials(service);
  const endpoints: Readonly<Record<ServiceName, string>> = {
    "azure-blob": `http://127.0.0.1:10000/${id}`,
    "azure-queue": `http://127.0.0.1:10001/${id}`,
    "azure-table": `http://127.0.0.1:10002/${id}`,
    s3: "http://127.0.0.1:4568",
    dynamodb: "http://127.0.0.1:8000",
  };
  return endpoints[service];
}
