import type { Clients } from "../../clouds/index.ts";

/** The same clients, with other ways to make a call and to send a request. */
export function wrappedClients(clients: Clients, around: Pick<Clients, "call" | "send">): Clients {
  const { service, endpoint } = clients;
  return { service, endpoint, ...around, [Symbol.dispose]: () => clients[Symbol.dispose]() };
}
