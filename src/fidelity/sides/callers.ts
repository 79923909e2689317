import {
  type AzureService,
  type Caller,
  type Clients,
  type ClientsOptions,
  clientsFor,
  operationOf,
  policySasCaller,
  type ServiceName,
  sasCaller,
} from "../../clouds/index.ts";
import type { CallerName } from "../../explore/index.ts";
import type { Input } from "../../model/index.ts";
import { fullGrant, type Granted, isAzure, sharedThing, weakGrant } from "./grants.ts";

/** An account that is called, and by whom. */
export interface Account extends Omit<ClientsOptions, "caller"> {
  readonly service: ServiceName;
  readonly owner: Caller;
  /** The account's name, or that of the owner's key on AWS. */
  readonly id: string;
}

const hour = 3_600_000;
const week = 7 * 24 * hour;

/** Puts a watchdog, a budget or the like around clients. */
type Wrap = (clients: Clients) => Clients;

/** Clients are created once per caller and cached; policy SAS clients are per call, because they belong to one container. */
export class Callers implements Disposable {
  readonly owner: Clients;
  readonly #account: Account;
  readonly #wrap: Wrap;
  readonly #kept = new Map<string, Promise<Clients>>();

  private constructor(account: Account, wrap: Wrap, owner: Clients) {
    this.#account = account;
    this.#wrap = wrap;
    this.owner = owner;
  }

  static async open(account: Account, wrap: Wrap): Promise<Callers> {
    const owner = await clientsFor(account.service, { ...account, caller: account.owner });
    return new Callers(account, wrap, wrap(owner));
  }

  /** The clients by which somebody calls an operation; why there can be none, in words. */
  of(name: CallerName, operation: string, input: Input): Clients | Promise<Clients> | string {
    const { service, id } = this.#account;
    switch (name) {
      case "owner":
        return this.owner;
      case "anonymous":
        return this.#keep(name, { as: "anonymous" });
      case "wrong-key":
        return this.#keep(name, { as: "wrong-key", id });
      case "expired-sas":
        return isAzure(service) ? this.#bySas(fullGrant(service), -hour) : noSuchThing;
      case "weak-sas":
        return isAzure(service)
          ? this.#bySas(weakGrant(service, operationOf(service, operation)), week)
          : noSuchThing;
      case "policy-sas":
        return isAzure(service) ? this.#byPolicy(service, operation, input) : noSuchThing;
    }
  }

  /** A query by which anybody may read everything; empty where there can be none. */
  get readSas(): string {
    const permissions = this.#account.service === "azure-blob" ? "rlt" : "rl";
    const caller = this.#sas({ permissions, resources: "sco" }, week);
    return caller?.as === "sas" ? caller.sas : "";
  }

  #bySas(granted: Granted, life: number): Promise<Clients> | string {
    const key = `${granted.permissions} ${granted.resources} ${life}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const caller = this.#sas(granted, life);
    return caller === undefined ? noKey : this.#keep(key, caller);
  }

  /** A policy belongs to one container, and names are new in each performance, so these clients are made for a single call. */
  #byPolicy(service: AzureService, operation: string, input: Input): Clients | string {
    const { owner, endpoint } = this.#account;
    if (owner.as !== "owner") return noKey;
    const name = sharedThing(service, operationOf(service, operation), input);
    if (name === undefined) return nothingShared;
    const open = () => this.#clientsOf(policySasCaller(service, owner, name));
    return {
      service,
      endpoint,
      async call(...call) {
        using clients = await open();
        return await clients.call(...call);
      },
      async send(request) {
        using clients = await open();
        return await clients.send(request);
      },
      [Symbol.dispose]() {},
    };
  }

  #sas(granted: Granted, life: number): Caller | undefined {
    const { service, owner } = this.#account;
    if (!isAzure(service) || owner.as !== "owner") return undefined;
    return sasCaller(service, owner, { ...granted, expires: new Date(Date.now() + life) });
  }

  #keep(key: string, caller: Caller): Promise<Clients> {
    const kept = this.#kept.get(key) ?? this.#clientsOf(caller);
    this.#kept.set(key, kept);
    return kept;
  }

  async #clientsOf(caller: Caller): Promise<Clients> {
    return this.#wrap(await clientsFor(this.#account.service, { ...this.#account, caller }));
  }

  [Symbol.dispose](): void {
    this.owner[Symbol.dispose]();
    for (const kept of this.#kept.values()) {
      void kept.then(
        (clients) => clients[Symbol.dispose](),
        () => {},
      );
    }
  }
}

const noSuchThing =
  "AWS has no shared access signatures: nobody can be given one that is weak, has expired or goes by a policy";
const nothingShared =
  "a stored access policy is that of a container, a queue or a table, and the call names none: nobody holds a signature by it";
const noKey = "a shared access signature is made with the account's key, and there is none in the config";
