import { interfaceOf, operationOf, type ServiceName } from "../../clouds/index.ts";
import type { CallerName, Step } from "../../explore/index.ts";
import { emulators } from "../../lab/index.ts";

/** What lets a call in, in what is written for others to run. */
export type Access =
  | { readonly by: "key" }
  | { readonly by: "wrong-key" }
  | { readonly by: "nothing" }
  | { readonly by: "sas"; readonly permissions: string; readonly expires: string };

export const longAgo = "2020-01-01T00:00:00Z";
export const farAway = "2099-12-31T23:59:59Z";

/** What lets a step in; Amazon knows no shared access signatures, and without one a caller is nobody. */
export function accessOf(service: ServiceName, { caller, operation }: Step): Access {
  const kinds: Readonly<Record<CallerName, () => Access>> = {
    owner: () => ({ by: "key" }),
    "wrong-key": () => ({ by: "wrong-key" }),
    anonymous: () => ({ by: "nothing" }),
    "expired-sas": () => sas(service, { permissions: allPermissions(service), expires: longAgo }),
    "weak-sas": () => sas(service, { permissions: otherPermissions(service, operation), expires: farAway }),
  };
  return kinds[caller]();
}

function sas(service: ServiceName, grant: { permissions: string; expires: string }): Access {
  return isAzure(service) ? { by: "sas", ...grant } : { by: "nothing" };
}

/** Every permission that an operation of the service asks for, by its letter. */
export function allPermissions(service: ServiceName): string {
  const letters = interfaceOf(service).operations.flatMap(({ authorization }) =>
    lettersOf(authorization.rights),
  );
  return [..."rwdlacuptfix"].filter((letter) => letters.includes(letter)).join("");
}

/** All but those that the operation needs. */
function otherPermissions(service: ServiceName, operation: string): string {
  const needed = lettersOf(operationOf(service, operation).authorization.rights);
  const others = [...allPermissions(service)].filter((letter) => !needed.includes(letter));
  return others.length === 0 ? "l" : others.join("");
}

/** `o:w` is the letter w. */
function lettersOf(rights: readonly string[]): readonly string[] {
  return rights.map((right) => right.split(":")[1] ?? "");
}

export function isAzure(service: ServiceName): service is "azure-blob" | "azure-queue" | "azure-table" {
  return service.startsWith("azure-");
}

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
