import { once } from "node:events";
import { createServer } from "node:net";
import { TouchstoneError } from "../model/index.ts";

/** Ports that this process has handed out: not handed out twice, though nobody may listen on them yet. */
const handedOut = new Set<number>();

/** Loopback ports that are free now, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    for (const port of await unusedPorts(count - ports.length)) {
      if (handedOut.has(port)) continue;
      handedOut.add(port);
      ports.push(port);
    }
  }
  return ports;
}

async function unusedPorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  try {
    await Promise.all(servers.map((server) => once(server, "listening")));
    return servers.map((server) => {
      const address = server.address();
      return typeof address === "object" && address !== null ? address.port : 0;
    });
  } finally {
    await Promise.all(servers.map((server) => once(server.close(), "close")));
  }
}

/** Throws a clear error where nobody can listen on the port that was asked for. */
export async function requirePort(port: number, service: string): Promise<void> {
  const server = createServer();
  try {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  } catch (cause) {
    const taken = (cause as NodeJS.ErrnoException).code === "EADDRINUSE";
    throw new TouchstoneError(
      taken ? "TS_PORT_IN_USE" : "TS_PORT_REFUSED",
      `port ${port}, asked for ${service}, ${taken ? "is in use" : `cannot be used: ${(cause as Error).message}`}`,
      {
        hint: taken
          ? "Stop what listens there, choose another port, or leave the port out to get a free one."
          : "Choose a port of 1024 or above, or leave the port out to get a free one.",
        cause,
      },
    );
  } finally {
    if (server.listening) await once(server.close(), "close");
  }
}
