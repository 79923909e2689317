import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server, type Socket, connect as tcpConnect } from "node:net";
import { connect as tlsConnect } from "node:tls";
import { onFirstByte } from "./first-byte.ts";

/** What stands behind a {@link TwoProtocolFront}: a server that speaks HTTPS only. */
export interface FrontUpstream {
  readonly port: number;
  /** PEM file of the authority that certified it. */
  readonly authorityFile: string;
}

/**
 * One loopback port that speaks both HTTP and HTTPS for a server that speaks only HTTPS: TLS passes through
 * untouched, plain bytes are wrapped. Whoever cannot trust the local authority can still use HTTP.
 */
export class TwoProtocolFront implements AsyncDisposable {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #upstream: FrontUpstream;
  readonly #authority: Buffer;

  private constructor(upstream: FrontUpstream) {
    this.#upstream = upstream;
    this.#authority = readFileSync(upstream.authorityFile);
    this.#server = createServer({ allowHalfOpen: true }, (client) => this.#accept(client));
  }

  static async listen(port: number, upstream: FrontUpstream): Promise<TwoProtocolFront> {
    const front = new TwoProtocolFront(upstream);
    front.#server.listen(port, "127.0.0.1");
    await once(front.#server, "listening");
    return front;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  }

  #accept(client: Socket): void {
    this.#track(client);
    onFirstByte(client, (isTls) => {
      const server = isTls ? this.#passThrough() : this.#wrap();
      this.#track(server);
      join(client, server);
    });
  }

  #passThrough(): Socket {
    return tcpConnect({ host: "127.0.0.1", port: this.#upstream.port, allowHalfOpen: true });
  }

  #wrap(): Socket {
    return tlsConnect({ host: "127.0.0.1", port: this.#upstream.port, ca: this.#authority });
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.once("close", () => this.#sockets.delete(socket));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, "close");
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

/** Carries bytes both ways; when one side is gone, the other gets what was already on its way, and goes too. */
function join(client: Socket, server: Socket): void {
  client.pipe(server).pipe(client);
  client.once("close", () => server.destroySoon());
  server.once("close", () => client.destroySoon());
}
