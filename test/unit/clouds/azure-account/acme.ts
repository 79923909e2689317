import { type AzureRewriterOptions, type AzureService, azureRewriter } from "../../../../src/clouds/index.ts";
import {
  Names,
  type RawHeader,
  type RequestHead,
  type ResponseHead,
  type Rewriter,
} from "../../../../src/wire/index.ts";

/** A rewriter for an account of the real cloud, and the names of its run. */
export function acme(
  service: AzureService,
  options: Partial<AzureRewriterOptions> = {},
): { rewriter: Rewriter; names: Names } {
  const host = `acme.${service.replace("azure-", "")}.core.windows.net`;
  const names = options.names ?? new Names({ run: "k3x9", existing: { invoices: "acme-invoices" } });
  const rewriter = azureRewriter({
    service,
    account: "acme",
    credential: { key: Buffer.from("the key of acme").toString("base64") },
    endpoint: `https://${host}`,
    allowedHosts: [host],
    ...options,
    names,
  });
  return { rewriter, names };
}

export const emulatorsOrigin = "http://127.0.0.1:40001";

/** A request as an application sends it to its emulator. */
export function sent(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): RequestHead {
  return {
    method,
    target: `/devstoreaccount1${path}`,
    headers: Object.entries({
      Host: "127.0.0.1:40001",
      "x-ms-date": "Sun, 15 Nov 2026 10:00:00 GMT",
      "x-ms-version": "2024-11-04",
      Authorization: "SharedKey devstoreaccount1:AAAA",
      ...headers,
    }),
    origin: emulatorsOrigin,
    by: { tier: 1, file: "a.test.ts", test: "adds" },
  };
}

export function answered(status: number, headers: Readonly<Record<string, string>> = {}): ResponseHead {
  return { status, reason: "", headers: Object.entries(headers) };
}

export function headerValue(headers: readonly RawHeader[], name: string): string | undefined {
  return headers.find(([given]) => given.toLowerCase() === name.toLowerCase())?.[1];
}

/** An answer's body as the client gets it. */
export async function bodyFor(
  rewriter: Rewriter,
  head: RequestHead,
  body: string,
  response: ResponseHead = answered(200),
): Promise<string | undefined> {
  const returned = await rewriter.response(head, response, Buffer.from(body));
  return returned.body?.toString();
}
