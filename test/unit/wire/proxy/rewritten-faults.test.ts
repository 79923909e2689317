import { expect, test } from "vitest";
import type { PlannedFault } from "../../../../src/wire/index.ts";
import { keeping, passingTo } from "./another-account.ts";
import { dial, proxyTo, RawServer, type Received } from "./peers.ts";

const ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
const unframed = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n";

function always(fault: PlannedFault) {
  return { fault: () => fault };
}

test.each([
  ["whose length is known", ok, "DELETE /a HTTP/1.1\r\n\r\n"],
  ["in chunks", unframed, "DELETE /a HTTP/1.1\r\n\r\n"],
  ["to a body", ok, "PUT /a HTTP/1.1\r\nContent-Length: 4\r\n\r\nbody"],
])("another account does the work, and its answer %s is lost", async (_, answer, request) => {
  const atOther: Received[] = [];
  await using other = await keeping(answer, atOther);
  const { proxy, recorded } = await proxyTo(1, {
    ...passingTo(other.port),
    ...always({ kind: "lost-answer", label: "lost-answer (rules[0])" }),
  });
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);

  socket.write(request);
  await received.until(({ ended }) => ended !== "no");
  socket.destroy();

  expect(received.text).toBe("");
  expect(received.ended).toBe("reset");
  expect(atOther).toHaveLength(1);
  expect(recorded).toMatchObject([
    {
      outcome: "complete",
      fault: "lost-answer (rules[0])",
      sentTo: `http://127.0.0.1:${other.port}`,
      response: { status: 200, body: { text: "ok" } },
    },
  ]);
});

test.each([
  ["without a body", "DELETE /a HTTP/1.1\r\n\r\n"],
  ["with a body", "PUT /a HTTP/1.1\r\nContent-Length: 4\r\n\r\nbody"],
])("a request %s waits before it is sent to another account", async (_, request) => {
  const asked: number[] = [];
  await using other = await RawServer.listen((socket) => {
    asked.push(performance.now());
    socket.once("data", () => socket.write(ok));
  });
  const { proxy, recorded } = await proxyTo(1, {
    ...passingTo(other.port),
    ...always({ kind: "delay", delayMs: 100, label: "delay (rules[0])" }),
  });
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);

  const began = performance.now();
  socket.write(request);
  await received.until(({ text }) => text.endsWith("ok"));
  socket.destroy();

  expect((asked[0] ?? 0) - began).toBeGreaterThan(95);
  expect(recorded).toMatchObject([{ outcome: "complete", fault: "delay (rules[0])" }]);
});

test("a client that leaves during the delay leaves nothing for another account to do", async () => {
  const atOther: Received[] = [];
  await using other = await keeping(ok, atOther);
  const { proxy, recorded } = await proxyTo(1, {
    ...passingTo(other.port),
    ...always({ kind: "delay", delayMs: 100, label: "delay" }),
  });
  await using _proxy = proxy;
  const { socket } = await dial(proxy.port);

  socket.write("DELETE /a HTTP/1.1\r\n\r\n");
  setTimeout(() => socket.resetAndDestroy(), 20);
  await expect.poll(() => recorded.length).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 150));

  expect(recorded).toMatchObject([{ outcome: "client-gone" }]);
  expect(atOther).toEqual([]);
});

test.each([
  [{ kind: "reset", label: "reset" }, "", undefined],
  [
    {
      kind: "answer",
      label: "503",
      answer: { status: 503, reason: "Busy", headers: [["Content-Length", "0"]], body: Buffer.alloc(0) },
    },
    "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n",
    503,
  ],
] as const)("another account is not asked where the fault is %j", async (fault, answer, status) => {
  const atOther: Received[] = [];
  await using other = await keeping(ok, atOther);
  const { proxy, recorded } = await proxyTo(1, { ...passingTo(other.port), ...always(fault) });
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);

  socket.write("DELETE /a HTTP/1.1\r\n\r\n");
  await received.until(({ text, ended }) => ended !== "no" || (answer !== "" && text === answer));
  socket.destroy();

  expect(received.text).toBe(answer);
  expect(atOther).toEqual([]);
  expect(recorded.map(({ response }) => response?.status)).toEqual([status]);
});
