import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";
import { networkInterfaces } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { answers } from "../../../../src/lab/emulators/answers.ts";
import { freePorts } from "../../../../src/lab/ports.ts";

async function listening(server: Server, port = 0, host = "127.0.0.1"): Promise<number> {
  server.listen(port, host);
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const saying = () => createHttpServer((_, response) => response.writeHead(404).end());

test.each(["127.0.0.1", "localhost"])("any answer counts, asked for at %s", async (name) => {
  const port = await listening(saying());

  expect(await answers(`http://${name}:${port}/`, AbortSignal.timeout(20_000))).toBe(true);
});

const hasVersion6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === "::1"),
);

test.skipIf(!hasVersion6)("also at an address in brackets (skipped where there is no IPv6)", async () => {
  const port = await listening(saying(), 0, "::1");

  expect(await answers(`http://[::1]:${port}/`, AbortSignal.timeout(20_000))).toBe(true);
});

test("it asks until somebody is there", async () => {
  const [port = 0] = await freePorts(1);

  const answered = answers(`http://127.0.0.1:${port}/`, AbortSignal.timeout(20_000));
  await listening(saying(), port);

  expect(await answered).toBe(true);
});

test("who listens and says nothing does not answer", async () => {
  const port = await listening(createServer((socket) => socket.on("error", () => {})));

  expect(await answers(`http://127.0.0.1:${port}/`, AbortSignal.timeout(300))).toBe(false);
});

test("nobody is asked any longer when the wait is over", async () => {
  const [port = 0] = await freePorts(1);

  expect(await answers(`http://127.0.0.1:${port}/`, AbortSignal.timeout(100))).toBe(false);
  expect(await answers(`http://127.0.0.1:${port}/`, AbortSignal.abort())).toBe(false);
});
