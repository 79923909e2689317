import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type ReplayResult, replay } from "../../../../src/fidelity/index.ts";
import { parseServiceTargets } from "../../../../src/lab/index.ts";
import { each, recorded, type Told } from "../../../integration/replay/recordings.ts";

type Answer = readonly [
  status: number,
  code?: string | undefined,
  headers?: Readonly<Record<string, string>>,
];

/** What the service does otherwise: an answer of its own, or none, with which all that it has is gone. */
export type Otherwise = (request: IncomingMessage) => Answer | "die" | undefined;

/** A service at an address that keeps containers and the names of blobs in them, and little else. */
export class PlantedBlobs implements AsyncDisposable {
  /** `/photos` and `/photos/a.png`. */
  readonly has: Set<string>;
  readonly asked: string[] = [];
  readonly #otherwise: Otherwise;
  readonly #server = createServer((request, response) => {
    request.resume().on("end", () => {
      const answer = this.#otherwise(request) ?? this.#usual(request);
      this.asked.push(`${request.method} ${pathOf(request)} ${answer === "die" ? "no answer" : answer[0]}`);
      if (answer === "die") {
        this.has.clear();
        request.socket.destroy();
        return;
      }
      const [status, code, headers] = answer;
      response.writeHead(status, {
        "content-length": 0,
        ...(code !== undefined && { "x-ms-error-code": code }),
        ...headers,
      });
      response.end();
    });
  });

  private constructor(otherwise: Otherwise, has: readonly string[]) {
    this.#otherwise = otherwise;
    this.has = new Set(has);
  }

  static async open(
    otherwise: Otherwise = () => undefined,
    has: readonly string[] = [],
  ): Promise<PlantedBlobs> {
    const planted = new PlantedBlobs(otherwise, has);
    await new Promise<void>((resolve) => planted.#server.listen(0, "127.0.0.1", resolve));
    return planted;
  }

  /** Replays what is told as one recording. */
  replay(told: readonly Told[]): Promise<ReplayResult> {
    const { port } = this.#server.address() as AddressInfo;
    return replay(
      each(recorded("told", "https://gone.blob.core.windows.net", told)),
      parseServiceTargets(`azure-blob=http://127.0.0.1:${port}/devstoreaccount1`, () => undefined),
      { cwd: process.cwd(), silence: 1_000 },
    );
  }

  #usual(request: IncomingMessage): Answer {
    const path = pathOf(request);
    const [, container = ""] = /^(\/[^/]+)/.exec(path) ?? [];
    if (path !== container && !this.has.has(container)) return [404, "ContainerNotFound"];
    const isThere = this.has.has(path);
    switch (request.method) {
      case "PUT":
        if (isThere && path === container) return [409, "ContainerAlreadyExists"];
        this.has.add(path);
        return [201];
      case "DELETE":
        for (const name of this.has) if (`${name}/`.startsWith(`${path}/`)) this.has.delete(name);
        return isThere ? [202] : [404, "BlobNotFound"];
      default:
        return isThere ? [200] : [404, "BlobNotFound"];
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** The path behind the account. */
function pathOf({ url = "" }: IncomingMessage): string {
  return (url.split("?")[0] ?? "").replace(/^\/devstoreaccount1/, "");
}
