import { mkdtemp, rm } from "node:fs/promises";
import { createServer as createHttpServer, type RequestListener, type Server } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { unrecordedHosts } from "../../src/lab/recording/redirects.ts";
import { markerHeader, readMark } from "../../src/wire/attribution/marker.ts";
import { localAuthority, preloadRefusals } from "../../src/wire/index.ts";
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

test("nothing leaves for a cloud's service that is known and not recorded, unless its host is allowed", async () => {
  const { origin, requests } = await listen();
  const proxy = await listen();
  const { port } = new URL(origin);
  const unrelated = `http://localhost:${port}/`;
  const run = async (hosts: Record<string, string>, allowed: readonly string[], args: readonly string[]) => {
    const env = programEnvironment(proxy.origin, {
      env: { ...preloadRefusals(hosts, allowed), ...withSdks },
    });
    const { code, output } = await runNode(["escapes.mjs", ...args], env);
    expect(code, output).toBe(0);
    return JSON.parse(output) as Record<string, unknown>;
  };
  let withSdks: Record<string, string> = { WITH_SDKS: "yes" };
  const refusal = (host: string, service: string) =>
    `touchstone: nothing was sent to ${host}, since ${service} is not recorded; name ${service} too, ` +
    `or let its requests pass by allowHosts: ["${host}"] in touchstone.config.ts`;
  const queue = "acme.queue.core.windows.net";

  const escaped = await run(
    unrecordedHosts(["azure-blob"]),
    ["allowed.amazonaws.com"],
    [`https://${queue}/a`, `http://${s3}/`, unrelated],
  );
  withSdks = {};
  const here = { localhost: "s3" };
  const refusedHere = await run(here, [], [unrelated]);
  const allowedHere = await run(here, ["localhost"], [unrelated]);

  expect(escaped).toEqual({
    [`https://${queue}/a`]: Array(4).fill(refusal(queue, "azure-queue")),
    [`http://${s3}/`]: Array(4).fill(refusal(s3, "s3")),
    [unrelated]: Array(4).fill(200),
    s3: refusal("s3.eu-west-1.amazonaws.com", "s3"),
    queue: refusal(queue, "azure-queue"),
  });
  expect(refusedHere).toEqual({ [unrelated]: Array(4).fill(refusal("localhost", "s3")) });
  expect(allowedHere).toEqual({ [unrelated]: Array(4).fill(200) });
  expect(requests).toHaveLength(8);
});
