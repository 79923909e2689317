import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Clients, clientsFor, type ServiceName } from "../../clouds/index.ts";
import { type Input, TouchstoneError } from "../../model/index.ts";
import { publicCredentials } from "./callers.ts";

/** A request as an SDK has sent it. */
export interface SentBySdk {
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** An answer that no SDK asks for again. */
const refusal =
  "<Error><Code>NothingIsHere</Code><Message>it is only looked at what is sent</Message></Error>";

/** Where SDKs send requests to, so that can be seen what they add to them by themselves. */
export class SdkWatch implements AsyncDisposable {
  readonly #server: Server;
  readonly #clients: Clients;
  #sent: SentBySdk | undefined;

  private constructor(server: Server, clients: Clients) {
    this.#server = server;
    this.#clients = clients;
    server.on("request", (request: IncomingMessage, response) => {
      const pieces: Buffer[] = [];
      request.on("data", (piece: Buffer) => pieces.push(piece));
      request.on("end", () => {
        this.#sent ??= { headers: headersOf(request), body: Buffer.concat(pieces) };
        response.writeHead(400, { "content-type": "application/xml" }).end(refusal);
      });
    });
  }

  /** Nothing where the SDK is not installed. */
  static async open(service: ServiceName, cwd: string | undefined): Promise<SdkWatch | undefined> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    try {
      const clients = await clientsFor(service, {
        endpoint: `http://127.0.0.1:${port}`,
        caller: { as: "owner", ...publicCredentials(service) },
        ...(cwd !== undefined && { cwd }),
      });
      return new SdkWatch(server, clients);
    } catch (error) {
      server.close();
      if (error instanceof TouchstoneError && error.code === "TS_PACKAGE_MISSING") return undefined;
      throw error;
    }
  }

  /** What the SDK sends for a call; nothing where it has no such call, or refuses it. */
  async sent(operation: string, input: Input): Promise<SentBySdk | undefined> {
    this.#sent = undefined;
    const { via } = await this.#clients.call(operation, input);
    return via === "sdk" ? this.#sent : undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#clients[Symbol.dispose]();
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
