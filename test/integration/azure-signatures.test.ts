import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type SharedKeyScheme, sharedKeyAuthorization } from "../../src/clouds/azure-account/shared-key.ts";
import type { AzureService } from "../../src/clouds/index.ts";
import type { RawHeader } from "../../src/wire/index.ts";
import { type SdkCalls, sdkCallsOf } from "./sdk-calls.ts";

const account = "devstoreaccount1";
const key = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

interface Captured {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly RawHeader[];
}

/** The account in the path, as emulators have it, and in the host, where the path is a container's at once. */
const inPath = "/devstoreaccount1";
const inHost = "";

interface Suite {
  readonly service: AzureService;
  readonly scheme: SharedKeyScheme;
  readonly calls: SdkCalls;
  readonly paths: readonly string[];
}

const suites: readonly Suite[] = [
  { service: "azure-blob", scheme: "SharedKey", calls: sdkCallsOf("azure-blob"), paths: [inPath, inHost] },
  // Without an account in the path, the SDK reads no queue from an address.
  { service: "azure-queue", scheme: "SharedKey", calls: sdkCallsOf("azure-queue"), paths: [inPath] },
  {
    service: "azure-table",
    scheme: "SharedKeyLite",
    calls: sdkCallsOf("azure-table"),
    paths: [inPath, inHost],
  },
];

let captured: Captured[] = [];
const server = createServer((request, response) => {
  const { method = "", url: target = "", rawHeaders } = request;
  const headers = Array.from({ length: rawHeaders.length / 2 }, (_, at): RawHeader => {
    return [rawHeaders[2 * at] ?? "", rawHeaders[2 * at + 1] ?? ""];
  });
  captured.push({ method, target, headers });
  request.resume().on("end", () => response.writeHead(200, { "content-type": "application/xml" }).end());
});

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});

beforeEach(() => {
  captured = [];
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe.each(suites)("$service", ({ service, scheme, calls, paths }) => {
  describe.each(paths)("at `%s`", (path) => {
    test.each(Object.entries(calls))("%s is signed as its SDK signs it", async (_, call) => {
      const { port } = server.address() as AddressInfo;

      await call(`http://127.0.0.1:${port}${path}`);

      const [request] = captured;
      const signature = request?.headers.find(([name]) => name.toLowerCase() === "authorization")?.[1];
      expect(signature).toMatch(new RegExp(`^${scheme} ${account}:`));
      expect(sharedKeyAuthorization(service, scheme, request as Captured, { account, key })).toBe(signature);
    });
  });
});
