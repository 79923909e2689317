import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type AzureCredential, type AzureService, azureRewriter, type Caller } from "../../clouds/index.ts";
import { TouchstoneError } from "../../model/index.ts";
import { Names } from "../../wire/index.ts";
import type { AzureCloud } from "../config/cloud-schema.ts";
import { azurite } from "../emulators/azurite.ts";
import { secretsInSas } from "../recording/environment-secrets.ts";
import type { CloudAccount, CloudContext } from "./cloud-account.ts";
import { secretValue } from "./secret.ts";

const run = promisify(execFile);

/** Sends a service's requests to an account of Azure's storage. */
export function azureCloud(service: AzureService, cloud: AzureCloud, context: CloudContext): CloudAccount {
  const kind = service.replace("azure-", "");
  const credential = credentialOf(cloud, context);
  const names = new Names({ existing: cloud.existing });
  const account = {
    service,
    account: cloud.account,
    credential,
    endpoint: cloud.endpoint ?? `https://${cloud.account}.${kind}.core.windows.net`,
    allowedHosts: context.allowHosts,
  };
  return {
    rewriter: azureRewriter({
      ...account,
      names,
      signer: { account: azurite.credentials.id, key: azurite.credentials.secret },
    }),
    cleaner: azureRewriter({ ...account, names: new Names({ areKept: true }) }),
    names,
    access: {
      endpoint: account.endpoint,
      id: cloud.account,
      owner: ownerOf(cloud.account, credential),
      existing: Object.values(cloud.existing),
      // An account's host bears its name, and keys and signatures are one account's alone.
      confirm: async () => {},
    },
    secrets: [
      ...(credential.key === undefined ? [] : [credential.key]),
      ...secretsInSas(credential.sas ?? ""),
    ],
  };
}

function ownerOf(id: string, { key, sas, token }: AzureCredential): Caller {
  if (key !== undefined) return { as: "owner", id, secret: key };
  return sas !== undefined ? { as: "sas", sas } : { as: "token", token };
}

/** The config's credential, or that of the usual variables if it is the same account's. */
function credentialOf({ account, key, sas, token }: AzureCloud, { learn }: CloudContext): AzureCredential {
  if (key !== undefined) return { key: secretValue(key, `the key of ${account}`) };
  if (sas !== undefined) return { sas: secretValue(sas, `the SAS of ${account}`) };
  if (token !== undefined) return { token: tokens(token, learn) };
  const usual = usualKey(account);
  if (usual !== undefined) return { key: usual };
  throw new TouchstoneError("TS_NO_CREDENTIALS", `there are no credentials for the account ${account}`, {
    hint: `Give it a key, a sas or a token in the config, or set AZURE_STORAGE_ACCOUNT=${account} and AZURE_STORAGE_KEY.`,
  });
}

function usualKey(account: string): string | undefined {
  const { AZURE_STORAGE_ACCOUNT, AZURE_STORAGE_KEY, AZURE_STORAGE_CONNECTION_STRING = "" } = process.env;
  if (AZURE_STORAGE_ACCOUNT === account && AZURE_STORAGE_KEY) return AZURE_STORAGE_KEY;
  const fields = new Map(
    AZURE_STORAGE_CONNECTION_STRING.split(";").map((field) => {
      const equals = field.indexOf("=");
      return [field.slice(0, equals), field.slice(equals + 1)] as const;
    }),
  );
  return fields.get("AccountName") === account ? fields.get("AccountKey") : undefined;
}

const tokenLife = 5 * 60_000;

/** Asks the command for a token, and again when the last one is five minutes old. */
function tokens(
  [program = "", ...args]: readonly string[],
  learn: (token: string) => void,
): () => Promise<string> {
  let known: { token: Promise<string>; at: number } | undefined;
  return () => {
    if (known === undefined || Date.now() - known.at > tokenLife) {
      known = { token: askFor(program, args).then((token) => learned(token, learn)), at: Date.now() };
      known.token.catch(() => {
        known = undefined;
      });
    }
    return known.token;
  };
}

/** Nobody gets a token before it is known as a secret. */
function learned(token: string, learn: (token: string) => void): string {
  learn(token);
  return token;
}

async function askFor(program: string, args: readonly string[]): Promise<string> {
  const printed = await run(program, args, { encoding: "utf8" }).catch((cause: NodeJS.ErrnoException) => {
    // What the command printed stays out: it may be a secret.
    throw new TouchstoneError("TS_NO_CREDENTIALS", `${program} gave no token (${cause.code ?? "it failed"})`);
  });
  const token = printed.stdout.trim();
  if (/^[\w.~+/=-]+$/.test(token)) return token;
  throw new TouchstoneError("TS_NO_CREDENTIALS", `${program} printed something that is no token`, {
    hint: "It must print the token alone: az account get-access-token … --query accessToken --output tsv",
  });
}
