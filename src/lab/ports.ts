import { once } from "node:events";
import { createServer } from "node:net";

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

/** Whether nobody listens on that loopback port. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return true;
  } catch {
    return false;
  } finally {
    if (server.listening) await once(server.close(), "close");
  }
}
