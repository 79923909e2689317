import { expect, test } from "vitest";
import { Redactor } from "../../../../src/wire/index.ts";
import { dial, proxyTo, RawServer } from "./peers.ts";

test("titles of tests, their files and an answer's reason lose their secrets, the same ones alike", async () => {
  await using server = await RawServer.listen((socket) =>
    socket.on("data", () =>
      socket.write("HTTP/1.1 403 no AccountKey=c2VjcmV0 here\r\nContent-Length: 2\r\n\r\nok"),
    ),
  );
  const { proxy, recorded } = await proxyTo(server.port, { redactor: new Redactor(["a-known-secret"]) });
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);
  const mark = new URLSearchParams({ file: "a-known-secret.ts", test: "parses AccountKey=c2VjcmV0;X=1 #2" });

  for (let count = 1; count <= 2; count++) {
    socket.write(`GET / HTTP/1.1\r\nX-Touchstone-Test: ${mark}\r\n\r\n`);
    await received.until(({ text }) => text.split("ok").length > count);
  }
  socket.destroy();

  const kept = {
    by: { tier: 1, file: "REDACTED.ts", test: "parses AccountKey=REDACTED;X=1 #2" },
    response: { status: 403, reason: "no AccountKey=REDACTED here" },
  };
  expect(recorded).toMatchObject([kept, kept]);
  expect(received.text).toContain("AccountKey=c2VjcmV0 here");
});
