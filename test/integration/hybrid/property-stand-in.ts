import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { Agent, request } from "node:https";
import type { AddressInfo } from "node:net";
import { startOtherAzurite } from "../azure-another-account/other-azurite.ts";
import type { BlobStandIn } from "./property-project.ts";

/** What the second Azurite answered. */
interface Answer {
  readonly method: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Changes an answer; one that it does not mean it gives back as it is. */
export type Front = (answer: Answer) => Answer;

/** A stand-in for the cloud whose answers about some blobs are changed on their way. */
export interface PlantedStandIn extends BlobStandIn, AsyncDisposable {
  /** The marks of the tests that have met a difference. */
  readonly met: ReadonlySet<string>;
}

/** Blobs are called after their tests: `t07-a.txt`. A difference is for the test whose mark it is planted under. */
export async function startPlantedStandIn(planted: ReadonlyMap<string, Front>): Promise<PlantedStandIn> {
  const azurite = await startOtherAzurite("standin8");
  const agent = new Agent({ keepAlive: true, ca: azurite.authority });
  const met = new Set<string>();
  const answerTo = (incoming: IncomingMessage, outgoing: ServerResponse, answer: Answer): void => {
    const [mark = ""] = /t\d\d(?=-)/.exec(`${incoming.url} ${answer.body}`) ?? [];
    const changed = planted.get(mark)?.(answer) ?? answer;
    if (changed !== answer) met.add(mark);
    const { "transfer-encoding": _framing, ...headers } = changed.headers;
    const hasBody = answer.method !== "HEAD" && changed.body !== "";
    outgoing.writeHead(changed.status, {
      ...headers,
      ...(hasBody && { "content-length": Buffer.byteLength(changed.body) }),
    });
    outgoing.end(hasBody ? changed.body : undefined);
  };
  const server = createServer((incoming, outgoing) => {
    const { method = "GET", url, headers } = incoming;
    const sent = request(
      { host: "127.0.0.1", port: azurite.ports["azure-blob"], method, path: url, headers, agent },
      (answer) => {
        const { statusCode: status = 502, headers: given } = answer;
        answer.toArray().then(
          (chunks) => {
            const body = Buffer.concat(chunks).toString();
            answerTo(incoming, outgoing, { method, status, headers: given, body });
          },
          (error: Error) => outgoing.destroy(error),
        );
      },
    );
    incoming.pipe(sent);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    account: azurite.account,
    key: azurite.key,
    endpoint: `http://127.0.0.1:${port}/${azurite.account}`,
    met,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      agent.destroy();
      await azurite[Symbol.asyncDispose]();
    },
  };
}

/** What is planted, by name. */
export const fronts: Readonly<Record<string, Front>> = {
  "another status": (answer) =>
    answer.method === "PUT" && answer.status === 201 ? { ...answer, status: 202 } : answer,
  "another error code": (answer) =>
    answer.status === 404
      ? { ...answer, headers: { ...answer.headers, "x-ms-error-code": "ResourceNotFound" } }
      : answer,
  "another content": (answer) => (isBlob(answer) ? { ...answer, body: `${answer.body}!` } : answer),
  "another length": (answer) =>
    answer.method === "HEAD" && answer.status === 200
      ? { ...answer, headers: { ...answer.headers, "content-length": "77" } }
      : answer,
  "metadata that was not kept": (answer) => {
    const { "x-ms-meta-tag": tag, ...headers } = answer.headers;
    return tag === undefined ? answer : { ...answer, headers };
  },
  "metadata that nobody wrote": (answer) =>
    answer.status === 200 && answer.method !== "PUT"
      ? { ...answer, headers: { ...answer.headers, "x-ms-meta-more": "1" } }
      : answer,
  "another ETag than the one given": (answer) =>
    answer.status === 200 && answer.headers.etag !== undefined && answer.method !== "PUT"
      ? { ...answer, headers: { ...answer.headers, etag: '"0x1F2E3D4C5B6A798"' } }
      : answer,
  "a blob listed twice": (answer) => {
    const [blob] = /<Blob>.*?<\/Blob>/s.exec(answer.body) ?? [];
    return blob === undefined ? answer : { ...answer, body: answer.body.replace(blob, blob + blob) };
  },
};

function isBlob({ method, status, headers }: Answer): boolean {
  return method === "GET" && status < 300 && headers["x-ms-blob-type"] !== undefined;
}
