import type { ServiceName } from "../../clouds/index.ts";
import type { Config } from "../../lab/config/index.ts";
import { type CloudAccess, CloudAccounts, cloudLabel, type LabEvent } from "../../lab/index.ts";
import { TouchstoneError } from "../../model/index.ts";
import { behindAddress } from "./behind.ts";
import { RequestBudget } from "./request-budget.ts";
import { RunningSide } from "./running-side.ts";
import type { Side } from "./side.ts";
import { withoutSecretsOf } from "./side-keys.ts";

export interface OpenCloudOptions {
  readonly cwd: string;
  readonly config: Config;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: LabEvent) => void;
  /** Milliseconds after which a call that is not answered has failed. */
  readonly patience?: number;
}

/** The account that the config names for a service; fails if it names none. */
export function cloudAccounts(
  service: ServiceName,
  config: Config,
): { readonly accounts: CloudAccounts; readonly access: CloudAccess } {
  const accounts = new CloudAccounts(config, [service]);
  const access = accounts.access[service];
  if (access !== undefined) return { accounts, access };
  throw new TouchstoneError("TS_NO_CLOUD", `the config names no account for ${service}`);
}

/** Opens the account that the config names, once it is certain that the credentials are its own. */
export async function openCloud(service: ServiceName, options: OpenCloudOptions): Promise<Side> {
  const { cwd, config, signal, onEvent, patience } = options;
  const { accounts, access } = cloudAccounts(service, config);
  await access.confirm();
  const { redact } = withoutSecretsOf(accounts);
  const { endpoint, region, owner, id, existing } = access;
  return RunningSide.open({
    kind: "cloud",
    label: cloudLabel,
    account: {
      service,
      endpoint,
      owner,
      id,
      cwd,
      allowHosts: config.allowHosts,
      ...(region !== undefined && { region }),
      ...(patience !== undefined && { patience }),
    },
    behind: behindAddress(endpoint),
    existing,
    budget: new RequestBudget(config.budget.requests),
    redact,
    ...(signal !== undefined && { signal }),
    ...(onEvent !== undefined && { onEvent }),
  });
}
