import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { readTrace } from "../traces.ts";
import { startLab, startRecorder } from "./recording.ts";

const connections = 64;
const each = 160;

/** Answers with what it was asked, its pieces apart, in a time that depends on the request. */
async function echo(): Promise<string> {
  const answerWith = async (asked: IncomingMessage, answer: ServerResponse) => {
    const body = await text(asked);
    answer.write(asked.url);
    if (body.length % 3 === 0) await new Promise(setImmediate);
    answer.end(body);
  };
  const server = createServer((asked, answer) => void answerWith(asked, answer)).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function put(url: string, body: string, agent: Agent): Promise<string> {
  const asked = request(url, { method: "PUT", agent }).end(body);
  const [answer] = await once(asked, "response");
  return text(answer);
}

test("exchanges on many connections at once are each written down once, in order", async () => {
  const lab = await startLab([`s3=${await echo()}`]);
  const recorder = await startRecorder(lab);
  const [origin = ""] = (await recorder.open({ tier: 4 })).origins;
  const wrong: string[] = [];

  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (let number = 0; number < each; number++) {
        const path = `/bucket/${connection}-${number}`;
        const body = "x".repeat((connection * number) % 1500);
        if ((await put(`${origin}${path}`, body, agent)) !== path + body) wrong.push(path);
      }
      agent.destroy();
    }),
  );

  expect(wrong).toEqual([]);
  const { exchanges, torn } = await readTrace(recorder.file);
  expect(torn).toBeUndefined();
  expect(exchanges).toHaveLength(connections * each);
  expect(exchanges.findIndex(({ id }, index) => id !== index + 1)).toBe(-1);
  const byConnection = [...Map.groupBy(exchanges, ({ connection }) => connection).values()];
  const targets = byConnection.map((own) => own.map(({ request: { target } }) => target));
  const expected = Array.from({ length: connections }, (_, connection) =>
    Array.from({ length: each }, (__, number) => `/bucket/${connection}-${number}`),
  );
  expect(targets.toSorted()).toEqual(expected.toSorted());
  const isEcho = ({ request: asked, response }: (typeof exchanges)[number]) =>
    response?.body?.text === asked.target + (asked.body?.text ?? "");
  expect(exchanges.filter((exchange) => !isEcho(exchange))).toEqual([]);
  const interleaved = exchanges.filter(
    ({ connection }, index) => exchanges[index - 1]?.connection !== connection,
  );
  expect(interleaved.length).toBeGreaterThan(connections);
});
