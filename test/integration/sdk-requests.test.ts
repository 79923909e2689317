import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { identify, interfaceOf, type ServiceName } from "../../src/clouds/index.ts";
import type { HttpRequest } from "../../src/model/index.ts";
import { type SdkCalls, sdkCallsOf } from "./sdk-calls.ts";

const suites: readonly { service: ServiceName; calls: SdkCalls; path: string; reached: number }[] = [
  { service: "azure-blob", calls: sdkCallsOf("azure-blob"), path: "/devstoreaccount1", reached: 67 },
  { service: "azure-queue", calls: sdkCallsOf("azure-queue"), path: "/devstoreaccount1", reached: 16 },
  { service: "azure-table", calls: sdkCallsOf("azure-table"), path: "/devstoreaccount1", reached: 15 },
  { service: "s3", calls: sdkCallsOf("s3"), path: "", reached: 112 },
  { service: "dynamodb", calls: sdkCallsOf("dynamodb"), path: "", reached: 62 },
];

let captured: HttpRequest[] = [];
const server = createServer((request, response) => {
  captured.push({
    method: request.method ?? "",
    url: request.url ?? "",
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    ),
  });
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

/** What the SDK makes of our empty answer does not matter: its request is what is asked about. */
async function firstRequest(call: SdkCalls[string], path: string): Promise<HttpRequest | undefined> {
  const { port } = server.address() as AddressInfo;
  await call(`http://127.0.0.1:${port}${path}`);
  return captured[0];
}

describe.each(suites)("$service", ({ service, calls, path, reached }) => {
  test("is reached by the SDK in as many operations as are known to be", () => {
    const known = new Set(interfaceOf(service).operations.map(({ name }) => name));

    expect(Object.keys(calls).filter((name) => !known.has(name))).toEqual([]);
    expect(Object.keys(calls).length).toBeGreaterThanOrEqual(reached);
  });

  test.each(Object.entries(calls))(
    "%s: the SDK's own request is named, without being told the service",
    async (operation, call) => {
      const request = await firstRequest(call, path);

      expect(request).toBeDefined();
      expect(identify(request as HttpRequest)).toEqual({ service, operation });
    },
  );
});
