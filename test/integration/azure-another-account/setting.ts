import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished } from "vitest";
import { type AzureCredential, type AzureService, azureRewriter } from "../../../src/clouds/index.ts";
import { Names, type Rewriter } from "../../../src/wire/index.ts";
import { type Forwarder, startForwarder } from "./forwarder.ts";
import { type OtherAzurite, startOtherAzurite } from "./other-azurite.ts";

/** The account that every Azure emulator knows, and its published key: the applications' own. */
export const emulator = {
  account: "devstoreaccount1",
  key: "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==",
};
export const account = "otheraccount7";
export const existing = { invoices: "acme-real-invoices", ledger: "AcmeRealLedger" };
export const soon: Date = new Date(Date.now() + 3_600_000);
export const once = { retryOptions: { maxTries: 1 } };

/** What a test runs in: the other account, and the names of its run. */
interface Setting {
  azurite: OtherAzurite;
  names: Names;
}

/** Starts an Azurite with the other account for a file; every test is a run of its own. */
export function useOtherAccount(): Setting {
  const setting: Partial<Setting> = {};
  beforeAll(async () => {
    setting.azurite = await startOtherAzurite(account);
  });
  afterAll(() => setting.azurite?.[Symbol.asyncDispose]());
  beforeEach(() => {
    setting.names = new Names({ existing });
  });
  return setting as Setting;
}

export interface Overrides {
  readonly credential?: AzureCredential;
  readonly style?: "host" | "path";
}

/** Where the other account's name stands. */
export const styles = ["path", "host"] as const;

export function wrongKey(): { key: string } {
  return { key: randomBytes(64).toString("base64") };
}

export function rewriterOf(
  { azurite, names }: Setting,
  service: AzureService,
  { credential, style = "path" }: Overrides = {},
): Rewriter {
  const kind = service.replace("azure-", "");
  const port = azurite.ports[service];
  return azureRewriter({
    service,
    account,
    credential: credential ?? { key: azurite.key },
    endpoint:
      style === "path"
        ? `https://127.0.0.1:${port}/${account}`
        : `https://${account}.${kind}.localhost:${port}`,
    names,
  });
}

export async function forwarderFor(
  setting: Setting,
  service: AzureService,
  overrides: Overrides = {},
): Promise<Forwarder> {
  const { ports, authority } = setting.azurite;
  const rewriter = rewriterOf(setting, service, overrides);
  const forwarder = await startForwarder(rewriter, { port: ports[service], authority });
  onTestFinished(() => forwarder[Symbol.asyncDispose]());
  return forwarder;
}

export function addressOf({ origin }: Forwarder): string {
  return `${origin}/${emulator.account}`;
}

/** Whatever was given to the client must not speak of the other account, its address or its names. */
export function expectNothingOf({ azurite, names }: Setting, { forwarded }: Forwarder): void {
  const seen = forwarded
    .map(({ headers, body }) => `${headers.map((pair) => pair.join(": ")).join("\n")}\n${body ?? ""}`)
    .join("\n");

  expect(forwarded.length).toBeGreaterThan(0);
  expect(seen).not.toContain(account);
  expect(seen).not.toContain(names.run);
  for (const port of Object.values(azurite.ports)) expect(seen).not.toContain(`:${port}`);
  expect(seen).not.toMatch(/acme-?real/i);
}

export function refusals({ forwarded }: Forwarder): string[] {
  return forwarded.flatMap(({ refused }) => (refused === undefined ? [] : [refused]));
}

/** A request with a signature that nobody looks at: it is made anew. */
export function signed(
  { origin }: Forwarder,
  method: string,
  path: string,
  body?: string,
  headers: Readonly<Record<string, string>> = {},
  scheme = "SharedKey",
): Promise<Response> {
  return fetch(`${origin}/${emulator.account}${path}`, {
    method,
    headers: {
      Authorization: `${scheme} ${emulator.account}:AAAA`,
      "x-ms-date": new Date().toUTCString(),
      "x-ms-version": "2019-02-02",
      Accept: "application/json;odata=fullmetadata",
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  });
}
