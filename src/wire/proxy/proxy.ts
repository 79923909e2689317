import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type Server as TlsServer } from "node:tls";
import { onFirstByte } from "../first-byte.ts";
import type { Attribution } from "../trace/exchange.ts";
import { ClientConnection } from "./client-connection.ts";
import { Distrust } from "./distrust.ts";
import type { ProxySettings } from "./settings.ts";

let connections = 0;

/**
 * A recording proxy before one target, on one loopback port, that speaks HTTP and HTTPS. Bytes pass as they are;
 * beside them every exchange is read, named, freed of secrets and recorded before its answer is over.
 *
 * @example
 * await using proxy = await RecordingProxy.listen(settings, { by: { tier: 4 } });
 * proxy.port; // 40123
 */
export class RecordingProxy implements AsyncDisposable {
  readonly #settings: ProxySettings;
  readonly #by: Attribution;
  readonly #server: Server;
  readonly #tls: TlsServer | undefined;
  readonly #sockets = new Set<Socket>();
  readonly #open = new Set<ClientConnection>();
  readonly #distrust: Distrust;

  private constructor(settings: ProxySettings, by: Attribution) {
    this.#settings = settings;
    this.#by = by;
    this.#distrust = new Distrust((note) => settings.onNote?.(note));
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => this.#accept(socket));
    this.#tls = this.#secureServer();
  }

  /** Listens on the port, or a free one; what comes there without a mark is attributed as `by` says. */
  static async listen(
    settings: ProxySettings,
    { by, port = 0 }: { readonly by: Attribution; readonly port?: number },
  ): Promise<RecordingProxy> {
    const proxy = new RecordingProxy(settings, by);
    proxy.#server.listen(port, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  }

  #secureServer(): TlsServer | undefined {
    const { certificateFor } = this.#settings;
    if (certificateFor === undefined) return undefined;
    const own = certificateFor();
    const server = createTlsServer(
      {
        ALPNProtocols: ["http/1.1"],
        SNICallback: (host, done) => done(null, certificateFor(host).context),
        cert: own.certificate,
        key: own.key,
      },
      (socket) => {
        socket.allowHalfOpen = true;
        this.#heedSilence(socket);
        this.#serve(socket, "https");
      },
    );
    server.on("tlsClientError", (error) => {
      if (this.#server.listening) this.#distrust.handshakeFailed(error);
    });
    return server;
  }

  #accept(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    onFirstByte(socket, (isTls) => {
      if (!isTls || this.#tls === undefined) this.#serve(socket, "http");
      else {
        socket.on("error", () => socket.destroy());
        // A client that leaves in the middle of the handshake has nothing to wait for.
        socket.allowHalfOpen = false;
        this.#tls.emit("connection", socket);
      }
    });
  }

  /** A client that leaves before its first byte, while we are there, may have its reasons. */
  #heedSilence(socket: Socket): void {
    const left = () => {
      if (this.#server.listening) this.#distrust.leftInSilence();
    };
    socket.once("close", left);
    socket.once("data", () => socket.off("close", left));
  }

  #serve(socket: Socket, scheme: "http" | "https"): void {
    const origin = { connection: ++connections, scheme, by: this.#by };
    const connection = new ClientConnection(socket, this.#settings, origin);
    this.#open.add(connection);
    socket.once("close", () => this.#open.delete(connection));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, "close");
    this.#server.close();
    for (const connection of this.#open) connection.stop();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}
