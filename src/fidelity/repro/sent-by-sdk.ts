import {
  type Clients,
  clientsFor,
  routeOf,
  type ServiceName,
  type UnsentByAmazon,
  unsentByAmazon,
} from "../../clouds/index.ts";
import { type Input, TouchstoneError } from "../../model/index.ts";
import { publicCredentials } from "./callers.ts";

/** Nobody listens there, and nothing is sent. */
const endpoint = "http://127.0.0.1:1";

/** Sees what Amazon's SDKs add to requests by themselves. */
export class SdkWatch implements Disposable {
  readonly #clients: Clients;

  private constructor(clients: Clients) {
    this.#clients = clients;
  }

  /** Nothing where the SDK is not installed. */
  static async open(service: ServiceName, cwd: string | undefined): Promise<SdkWatch | undefined> {
    const caller = { as: "owner", ...publicCredentials(service) } as const;
    try {
      return new SdkWatch(await clientsFor(service, { endpoint, caller, ...(cwd !== undefined && { cwd }) }));
    } catch (error) {
      if (error instanceof TouchstoneError && error.code === "TS_PACKAGE_MISSING") return undefined;
      throw error;
    }
  }

  /** What the SDK would send for a call; nothing where it has no such call, in any version or in the installed one, or refuses it. */
  async sent(operation: string, input: Input): Promise<UnsentByAmazon | undefined> {
    if (routeOf(this.#clients.service, operation) === "raw") return undefined;
    return await unsentByAmazon(() => this.#clients.call(operation, input));
  }

  [Symbol.dispose](): void {
    this.#clients[Symbol.dispose]();
  }
}
