import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Agent as SecureAgent, request as secureRequest } from "node:https";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { type AzureService, identify } from "../../../src/clouds/index.ts";
import { type OtherAzurite, startOtherAzurite } from "../azure-another-account/other-azurite.ts";
import {
  type Answered,
  type Asked,
  type PlantedDifference,
  plantedDifferences,
} from "./planted-differences.ts";

/** What plays the cloud: a second Azurite with another account, and before it a server that differs from it. */
export interface StandIn extends AsyncDisposable {
  readonly account: string;
  readonly key: string;
  readonly endpoints: Readonly<Record<AzureService, string>>;
}

const services: readonly AzureService[] = ["azure-blob", "azure-queue", "azure-table"];

/** Starts the stand-in, with what it does otherwise than Azurite. */
export async function startStrictStandIn(
  planted: readonly PlantedDifference[] = plantedDifferences,
): Promise<StandIn> {
  const azurite = await startOtherAzurite("standin7");
  const agent = new SecureAgent({ keepAlive: true, ca: azurite.authority });
  const fronts = services.map((service) => {
    const own = planted.filter((one) => one.service === service);
    return createServer(new Front(service, azurite, agent, own).listener);
  });
  const origins = await Promise.all(fronts.map(listen));
  return {
    account: azurite.account,
    key: azurite.key,
    endpoints: Object.fromEntries(
      services.map((service, at) => [service, `${origins[at]}/${azurite.account}`]),
    ) as Record<AzureService, string>,
    async [Symbol.asyncDispose]() {
      for (const front of fronts) {
        front.close();
        front.closeAllConnections();
      }
      agent.destroy();
      await azurite[Symbol.asyncDispose]();
    },
  };
}

async function listen(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The front of one service: performs what it is asked for on Azurite, but for what is planted. */
class Front {
  readonly #done = new Set<string>();
  readonly #service: AzureService;
  readonly #azurite: OtherAzurite;
  readonly #agent: SecureAgent;
  readonly #planted: readonly PlantedDifference[];

  constructor(
    service: AzureService,
    azurite: OtherAzurite,
    agent: SecureAgent,
    planted: readonly PlantedDifference[],
  ) {
    this.#service = service;
    this.#azurite = azurite;
    this.#agent = agent;
    this.#planted = planted;
  }

  readonly listener = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    this.#answer(incoming).then(
      ({ status, headers, body }) => {
        const { "transfer-encoding": _chunked, "content-length": length, ...others } = headers;
        // The length that HEAD tells is that of what it does not send.
        const size = incoming.method === "HEAD" ? length : String(Buffer.byteLength(body, "latin1"));
        outgoing.writeHead(status, { ...others, ...(size !== undefined && { "content-length": size }) });
        outgoing.end(body, "latin1");
      },
      (error: unknown) => outgoing.destroy(error instanceof Error ? error : undefined),
    );
  };

  async #answer(incoming: IncomingMessage): Promise<Answered> {
    const { method = "", url = "", headers } = incoming;
    const body = await buffer(incoming);
    const asked = this.#read(url, headers, body);
    const { operation } = identify(
      { method, url, headers: asked.headers },
      { services: [this.#service], addressing: "path" },
    );
    const own = this.#planted.filter((one) => one.operation === operation && one.when(asked));
    const answer = own.map(({ does }) => does).find((does) => typeof does !== "function");
    if (answer !== undefined) return answer;
    const answered = await this.#perform(incoming, body);
    if (answered.status >= 300) return answered;
    this.#done.add(`${operation} ${asked.path}`);
    return own.reduce(
      (changed, { does }) => (typeof does === "function" ? does(changed, asked) : changed),
      answered,
    );
  }

  #read(url: string, headers: IncomingMessage["headers"], body: Buffer): Asked {
    const { pathname, searchParams } = new URL(url, "http://stand-in");
    return {
      path: decodeURIComponent(pathname),
      query: searchParams,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      body: body.toString(),
      wasDone: (operation, path) => this.#done.has(`${operation} ${path}`),
    };
  }

  async #perform({ method, url, headers }: IncomingMessage, body: Buffer): Promise<Answered> {
    const sent = secureRequest({
      host: "127.0.0.1",
      port: this.#azurite.ports[this.#service],
      method,
      path: url,
      headers,
      agent: this.#agent,
    });
    const answered = once(sent, "response");
    sent.end(body);
    const [response] = (await answered) as [IncomingMessage];
    return {
      status: response.statusCode ?? 502,
      headers: headersOf(response.rawHeaders),
      body: (await buffer(response)).toString("latin1"),
    };
  }
}

/** Names in small letters, but for those of metadata, whose letters are the user's. */
function headersOf(raw: readonly string[]): Record<string, string> {
  const pairs = Array.from({ length: raw.length / 2 }, (_, at) => {
    const name = raw[2 * at] ?? "";
    return [/^x-ms-meta-/i.test(name) ? name : name.toLowerCase(), raw[2 * at + 1] ?? ""];
  });
  return Object.fromEntries(pairs) as Record<string, string>;
}
