import type { AddressInfo } from "node:net";
import { createServer, getCACertificates, setDefaultCACertificates } from "node:tls";
import { expect, onTestFinished, test, vi } from "vitest";
import { HttpClient, originOf } from "../../../../src/wire/index.ts";
import { freshTrust, RawServer } from "../proxy/peers.ts";
import { answering, get } from "./serving.ts";

const ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

test("whoever is certified by somebody who is trusted is talked to over TLS, on one connection", async () => {
  const trust = await freshTrust();
  const before = getCACertificates("default");
  onTestFinished(() => setDefaultCACertificates(before));
  setDefaultCACertificates([...before, trust.ca]);
  await using server = await RawServer.listen(answering(ok), trust.authority);
  using client = new HttpClient({ patience: 5_000 });
  const origin = originOf(new URL(`https://127.0.0.1:${server.port}`));

  const answers = [await client.send(origin, get), await client.send(origin, get)];

  expect(answers.map(({ body }) => String(body))).toEqual(["ok", "ok"]);
  expect(server.sockets).toHaveLength(1);
});

test("whoever is certified by nobody who is trusted is told nothing", async () => {
  const { authority } = await freshTrust();
  const { certificate: cert, key } = authority.certify(["127.0.0.1"]);
  const heard = vi.fn();
  const server = createServer({ cert, key }, (socket) => socket.on("data", heard).on("error", () => {}));
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  using client = new HttpClient({ patience: 5_000 });

  const sending = client.send(originOf(new URL(`https://127.0.0.1:${port}`)), get);

  await expect(sending).rejects.toMatchObject({ code: expect.stringMatching(/SELF_SIGNED|UNABLE_TO/) });
  expect(heard).not.toHaveBeenCalled();
});
