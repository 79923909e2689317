import { mkdtemp, rm } from "node:fs/promises";
import { createServer as createHttpServer, type RequestListener, type Server } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { markerHeader, readMark } from "../../src/wire/attribution/marker.ts";
import { localAuthority } from "../../src/wire/index.ts";
import { listen, programEnvironment, runNode } from "./marked-requests.ts";

const blob = "acme.blob.core.windows.net";
const s3 = "photos.s3.eu-west-1.amazonaws.com";
const dynamodb = "dynamodb.eu-west-1.amazonaws.com";

async function start(server: Server, scheme: string): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The local authority, which may speak for this machine alone, and a certificate of the proxy's from it. */
async function proxyCertificate() {
  const folder = await mkdtemp(join(tmpdir(), "touchstone-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const authority = await localAuthority(folder);
  const { certificate, key } = authority.certify(["127.0.0.1"]);
  return { trusted: authority.additionFile, options: { cert: certificate, key } };
}

test("requests for the cloud, and for an emulator of the tests' own, come to the proxies", async () => {
  const { trusted, options } = await proxyCertificate();
  const seen: unknown[] = [];
  const marks = new Set<unknown>();
  const answer: RequestListener = (request, response) => {
    const { servername } = request.socket as TLSSocket;
    seen.push([request.headers.host, servername, request.url?.split("?")[0]]);
    marks.add(readMark(String(request.headers[markerHeader])).test);
    response.end("{}");
  };
  const secure = await start(createServer(options, answer), "https");
  const plain = await start(createHttpServer(answer), "http");
  const emulator = await listen();
  const host = emulator.origin.replace("http://127.0.0.1", "localhost");
  const env = programEnvironment(plain, {
    redirects: {
      "*.blob.core.windows.net": secure,
      "*.s3.*.amazonaws.com": secure,
      "dynamodb.*.amazonaws.com": secure,
      [emulator.origin]: plain,
    },
    env: { EMULATOR: `http://${host}`, NODE_EXTRA_CA_CERTS: trusted },
  });

  const { code, output } = await runNode(["--test", "cloud.node-test.mjs"], env);

  expect(code, output).toBe(0);
  expect(seen).toEqual([
    [blob, blob, "/fetch"],
    [blob, blob, "/undici"],
    [blob, blob, "/https"],
    [blob, blob, "/options"],
    [blob, blob, "/sdk/blob"],
    [s3, s3, "/sdk"],
    [dynamodb, dynamodb, "/"],
    [host, undefined, "/http"],
    [host, undefined, "/fetch"],
  ]);
  expect(emulator.requests).toEqual([]);
  expect([...marks]).toEqual(["cloud.node-test.mjs > asks the cloud"]);
});

test("hosts that go to one proxy at once stay apart", async () => {
  const { trusted, options } = await proxyCertificate();
  const seen: unknown[] = [];
  const answer: RequestListener = (request, response) => {
    const { servername } = request.socket as TLSSocket;
    seen.push([request.headers.host, servername, request.url, request.headers[markerHeader]]);
    response.end();
  };
  const origin = await start(createServer(options, answer), "https");
  const redirects = { "*.blob.core.windows.net": origin };
  const env = programEnvironment(origin, { redirects, env: { NODE_EXTRA_CA_CERTS: trusted } });

  const { code, output } = await runNode(["accounts.mjs"], env);

  expect(code, output).toBe(0);
  const hosts = [0, 1, 2].map((index) => `account${index}.blob.core.windows.net`);
  const expected = Array.from({ length: 20 }, () => hosts.map((host) => [host, host, `/${host}`, undefined]));
  expect(seen.toSorted()).toEqual(expected.flat().toSorted());
});
