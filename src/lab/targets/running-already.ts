import { isIP } from "node:net";
import { isAllowedHost, type ServiceName } from "../../clouds/index.ts";
import { TouchstoneError } from "../../model/index.ts";
import { answers } from "../emulators/answers.ts";
import { azurite } from "../emulators/azurite.ts";
import type { Reachable } from "./environment.ts";
import type { TargetSpec } from "./target-spec.ts";
import { accountIn, canonicalHost, withoutSecrets } from "./target-url.ts";
import { requireService } from "./whose-answer.ts";

/** No request leaves this machine unless the config allows the host by name. */
export function requireAllowedHost(target: TargetSpec, allowed: readonly string[]): void {
  if (target.kind !== "url") return;
  const { hostname } = new URL(target.url);
  const hosts = allowed.map((host) => canonicalHost(host) ?? host);
  if (isLoopback(hostname) || isAllowedHost(hostname, hosts)) return;
  throw new TouchstoneError(
    "TS_HOST_NOT_ALLOWED",
    `${hostname} is not this machine, and the config does not allow it`,
    { hint: `If it may be used, add it to touchstone.config.ts: allowHosts: ["${hostname}"]` },
  );
}

function isLoopback(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, "");
  if (isIP(bare) === 4) return bare.startsWith("127.");
  return bare === "::1" || bare === "localhost" || bare.endsWith(".localhost");
}

/** Fails where nothing answers within seconds, or what is surely no service that it is to be. */
export async function requireAnswer(
  url: string,
  services: readonly ServiceName[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const limit = AbortSignal.timeout(5_000);
  const waiting = signal === undefined ? limit : AbortSignal.any([limit, signal]);
  if (!(await answers(url, waiting))) {
    throw new TouchstoneError("TS_TARGET_SILENT", `nothing answers at ${withoutSecrets(url)}`, {
      hint: "Start it first, or name an emulator and Touchstone starts it.",
    });
  }
  await Promise.all(services.map((service) => requireService(service, url, waiting)));
}

/** What runs already has its owner's credentials, except for the one account whose key is the same for everybody. */
export function reachByUrl(service: ServiceName, url: string): Reachable {
  const isEverybodys = service.startsWith("azure-") && accountIn(url) === azurite.credentials.id;
  return { service, endpoint: url, ...(isEverybodys ? { credentials: azurite.credentials } : {}) };
}
