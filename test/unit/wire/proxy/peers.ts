import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectSecurely, createServer as createSecureServer } from "node:tls";
import { type Authority, hostCertificates, localAuthority } from "../../../../src/wire/index.ts";
import { RecordingProxy } from "../../../../src/wire/proxy/proxy.ts";
import type { ProxySettings } from "../../../../src/wire/proxy/settings.ts";
import type { Exchange } from "../../../../src/wire/trace/exchange.ts";
import { Redactor } from "../../../../src/wire/trace/redact.ts";

/** A target made of raw sockets: what it gets and gives are bytes, and nothing reads them for it. */
export class RawServer implements AsyncDisposable {
  readonly #server: Server;
  readonly sockets: Socket[] = [];

  private constructor(serve: (socket: Socket) => void, authority: Authority | undefined) {
    const accept = (socket: Socket) => {
      this.sockets.push(socket);
      socket.on("error", () => {});
      serve(socket);
    };
    const options = { allowHalfOpen: true, noDelay: true };
    const { certificate: cert, key } = authority?.certify(["127.0.0.1"]) ?? {};
    this.#server =
      cert === undefined || key === undefined
        ? createServer(options, accept)
        : createSecureServer({ ...options, cert, key }, accept);
  }

  /** With an authority it speaks TLS. */
  static async listen(serve: (socket: Socket) => void, authority?: Authority): Promise<RawServer> {
    const server = new RawServer(serve, authority);
    server.#server.listen(0, "127.0.0.1");
    await once(server.#server, "listening");
    return server;
  }

  /** Takes no connections any more; those that it has stay. */
  leave(): void {
    this.#server.close();
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }
}

/** Who certifies servers, and what clients trust. */
export interface Trust {
  readonly authority: Authority;
  readonly ca: string;
}

/** Made anew; its folder is gone at once, since only the keys are needed. */
export async function freshTrust(): Promise<Trust> {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-peers-"));
  try {
    const authority = await localAuthority(folder);
    return { authority, ca: readFileSync(authority.certificateFile, "utf8") };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The settings of a proxy that speaks TLS, also to its target. */
export function secureSettings(port: number, { authority, ca }: Trust): Partial<ProxySettings> {
  return {
    upstream: { name: "target", host: "127.0.0.1", port, tls: { ca } },
    certificateFor: hostCertificates(authority),
  };
}

/** A proxy before that port, and the exchanges that it recorded. */
export async function proxyTo(
  port: number,
  settings: Partial<ProxySettings> = {},
): Promise<{ proxy: RecordingProxy; recorded: Omit<Exchange, "id">[] }> {
  const recorded: Omit<Exchange, "id">[] = [];
  const proxy = await RecordingProxy.listen(
    {
      upstream: { name: "target", host: "127.0.0.1", port },
      identify: ({ method }) => ({ service: "s3", operation: `${method}Something` }),
      record: (exchange) => recorded.push(exchange),
      redactor: new Redactor([]),
      ...settings,
    },
    { by: { tier: 4 } },
  );
  return { proxy, recorded };
}

/** Everything that arrives on a socket, as Latin-1; settles when enough is there, or when it ends. */
export class Received {
  text = "";
  ended: "no" | "end" | "reset" = "no";
  readonly #waiting = new Set<() => void>();

  constructor(socket: Socket) {
    const change = (): void => {
      for (const wake of this.#waiting) wake();
    };
    socket.on("data", (chunk: Buffer) => {
      this.text += chunk.toString("latin1");
      change();
    });
    socket.on("end", () => {
      if (this.ended === "no") this.ended = "end";
      change();
    });
    socket.on("error", () => {
      this.ended = "reset";
      change();
    });
    socket.on("close", change);
  }

  async until(isEnough: (received: this) => boolean): Promise<this> {
    if (isEnough(this)) return this;
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        if (!isEnough(this)) return;
        this.#waiting.delete(wake);
        resolve();
      };
      this.#waiting.add(wake);
    });
    return this;
  }
}

/** A raw client of a port; over TLS with the authority that it trusts. */
export async function dial(port: number, ca?: string): Promise<{ socket: Socket; received: Received }> {
  const options = { port, host: "127.0.0.1", allowHalfOpen: true, noDelay: true };
  const socket = ca === undefined ? connect(options) : connectSecurely({ ...options, ca });
  const received = new Received(socket);
  await once(socket, ca === undefined ? "connect" : "secureConnect");
  return { socket, received };
}

/** Sends bytes in pieces, each on its own. */
export async function sendInPieces(socket: Socket, bytes: Buffer, places: readonly number[]): Promise<void> {
  const at = [...places.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
  let from = 0;
  for (const end of at) {
    if (end > from) socket.write(bytes.subarray(from, end));
    from = end;
    await new Promise(setImmediate);
  }
}
