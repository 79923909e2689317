import { once } from "node:events";
import { createServer } from "node:http";
import { Agent as SecureAgent, request as secureRequest } from "node:https";
import type { AddressInfo } from "node:net";
import { type OtherAzurite, startOtherAzurite } from "../azure-another-account/other-azurite.ts";

/** What plays the cloud: a second Azurite with another account, and before it a server that is stricter than it is. */
export interface StandIn extends AsyncDisposable {
  readonly account: string;
  readonly key: string;
  readonly endpoint: string;
}

/** Containers stay "being deleted" for good, and what is called `tagged` comes with metadata that nobody wrote. */
export async function startStrictStandIn(): Promise<StandIn> {
  const azurite: OtherAzurite = await startOtherAzurite("standin7");
  const agent = new SecureAgent({ keepAlive: true, ca: azurite.authority });
  const deleted = new Set<string>();
  const server = createServer((incoming, outgoing) => {
    const [path = ""] = (incoming.url ?? "").split("?");
    const container = path.split("/")[2] ?? "";
    const isContainer = (incoming.url ?? "").includes("restype=container");
    if (incoming.method === "PUT" && isContainer && deleted.has(container)) {
      incoming.resume().once("end", () => {
        outgoing.writeHead(409, {
          "x-ms-error-code": "ContainerBeingDeleted",
          "content-type": "application/xml",
        });
        outgoing.end(
          '<?xml version="1.0"?><Error><Code>ContainerBeingDeleted</Code><Message>Try later.</Message></Error>',
        );
      });
      return;
    }
    if (incoming.method === "DELETE" && isContainer) deleted.add(container);
    const sent = secureRequest(
      {
        host: "127.0.0.1",
        port: azurite.ports["azure-blob"],
        method: incoming.method,
        path: incoming.url,
        headers: incoming.headers,
        agent,
      },
      (answer) => {
        const extra =
          path.endsWith("/tagged") && answer.statusCode === 200 ? { "x-ms-meta-added": "yes" } : {};
        outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...extra });
        answer.pipe(outgoing);
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
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      agent.destroy();
      await azurite[Symbol.asyncDispose]();
    },
  };
}
