import type { Caller, ServiceName } from "../../clouds/index.ts";
import { TouchstoneError } from "../../model/index.ts";
import {
  type Attribution,
  cannotSend,
  type NameKind,
  type Names,
  type RenamedName,
  type Rewriter,
} from "../../wire/index.ts";
import type { Config } from "../config/index.ts";
import { isCredential } from "../recording/environment-secrets.ts";
import { amazonCloud } from "./amazon-cloud.ts";
import { azureCloud } from "./azure-cloud.ts";

/** What sends a service's requests to the cloud, and what must not be seen of it. */
export interface CloudAccount {
  readonly rewriter: Rewriter;
  /** Sends what names things as they are called on the account, to clear up there. */
  readonly cleaner: Rewriter;
  readonly names: Names;
  readonly access: CloudAccess;
  readonly secrets: readonly string[];
}

/** How an account is called as it is, with names and requests of one's own. */
export interface CloudAccess {
  readonly endpoint: string;
  /** Of AWS. */
  readonly region?: string;
  readonly owner: Caller;
  /** The account's name, or that of the owner's key on AWS. */
  readonly id: string;
  /** What was there before and must outlive everything, by its names on the account. */
  readonly existing: readonly string[];
  /** Fails unless the credentials are of the account that the config names: nothing may be sent before. */
  readonly confirm: () => Promise<void>;
}

export interface CloudContext {
  readonly allowHosts: readonly string[];
  /** Told of secrets that come only when they are asked for. */
  readonly learn: (secret: string) => void;
}

/** The accounts of a config that requests can be sent to instead of the emulators. */
export class CloudAccounts {
  readonly rewriters: Partial<Readonly<Record<ServiceName, Rewriter>>>;
  readonly secrets: readonly string[];
  /** Sends requests that name things as they are called on the accounts. */
  readonly cleaners: Partial<Readonly<Record<ServiceName, Rewriter>>>;
  /** How the accounts are called as they are. */
  readonly access: Partial<Readonly<Record<ServiceName, CloudAccess>>>;
  readonly #names: Partial<Readonly<Record<ServiceName, Names>>>;
  readonly #listeners: ((secret: string) => void)[] = [];

  /** The accounts of these services; a service for which the config names none is an error. */
  constructor(config: Config, services: readonly ServiceName[]) {
    const context: CloudContext = {
      learn: (secret) => this.#learned(secret),
      allowHosts: config.allowHosts,
    };
    const accounts = services.map((service) => [service, accountOf(service, config, context)] as const);
    const byService = <Part>(part: (account: CloudAccount) => Part) =>
      Object.fromEntries(accounts.map(([service, account]) => [service, part(account)]));
    this.rewriters = byService(({ rewriter }) => rewriter);
    this.cleaners = byService(({ cleaner }) => cleaner);
    this.access = byService(({ access }) => access);
    this.#names = byService(({ names }) => names);
    this.secrets = accounts.flatMap(([, { secrets }]) => secrets).filter(isCredential);
  }

  /** What sends requests, so many and no more: a test that goes on is told that the budget is spent. */
  limitedTo(requests = Number.POSITIVE_INFINITY): CloudAccounts["rewriters"] {
    let sent = 0;
    const limited = (rewriter: Rewriter): Rewriter => ({
      ...rewriter,
      request: async (head, body) => {
        if (++sent > requests) throw cannotSend(head, `the budget of ${requests} requests is spent`);
        return await rewriter.request(head, body);
      },
    });
    return Object.fromEntries(
      Object.entries(this.rewriters).map(([service, rewriter]) => [service, limited(rewriter)]),
    );
  }

  /** Tells somebody of secrets that come only when they are asked for, such as tokens. */
  onSecret(listener: (secret: string) => void): void {
    this.#listeners.push(listener);
  }

  #learned(secret: string): void {
    if (isCredential(secret)) for (const listener of this.#listeners) listener(secret);
  }

  /** What was given a name on the accounts. */
  get named(): readonly RenamedName[] {
    return Object.values(this.#names).flatMap(({ all }) => all);
  }

  /** What something of a test is called on its account, if it was named for this run. */
  nameOf(service: ServiceName, kind: NameKind, own: string, by: Attribution): string | undefined {
    const names = this.#names[service];
    return names === undefined || names.isExisting(kind, own) ? undefined : names.find(kind, own, by);
  }
}

function accountOf(service: ServiceName, { services }: Config, context: CloudContext): CloudAccount {
  if (service === "s3" || service === "dynamodb") {
    const cloud = services[service]?.cloud;
    if (cloud !== undefined) return amazonCloud(service, cloud, context);
  } else {
    const cloud = services[service]?.cloud;
    if (cloud !== undefined) return azureCloud(service, cloud, context);
  }
  throw new TouchstoneError("TS_NO_CLOUD", `the config names no account for ${service}`, {
    hint: `Add it to touchstone.config.ts: services: { "${service}": { cloud: { … } } }`,
  });
}
