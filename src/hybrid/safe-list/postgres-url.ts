import { TouchstoneError } from "../../model/index.ts";

/** Where a safe list is on a PostgreSQL server. */
export interface PostgresPlace {
  /** What the driver is given. */
  readonly connection: string;
  /** The schema that holds the tables; ours alone. */
  readonly schema: string;
  /** The same place as it may be shown: without password and parameters. */
  readonly shown: string;
  /** Takes out of a text what nobody may see. */
  readonly withoutSecrets: (text: string) => string;
}

const defaultSchema = "touchstone";

/** Reads `postgres://user:password@host:port/database?schema=NAME`. */
export function postgresPlace(url: string): PostgresPlace {
  // What the parser says is not passed on: it may quote the whole URL, with the password.
  const parsed = URL.parse(url);
  if (parsed === null) {
    throw new TouchstoneError("TS_SAFE_LIST_URL", "the URL of the PostgreSQL server cannot be read", {
      hint: "Write it like postgres://user:password@host:5432/database, with % codes for special characters in the password.",
    });
  }
  const secrets = secretsOf(parsed);
  const schema = parsed.searchParams.get("schema") ?? defaultSchema;
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) {
    throw new TouchstoneError(
      "TS_SAFE_LIST_URL",
      `${JSON.stringify(schema)} cannot be the name of a schema`,
      {
        hint: "It consists of small letters, digits and underscores: ?schema=touchstone_web",
      },
    );
  }
  parsed.searchParams.delete("schema");
  return {
    connection: parsed.href,
    schema,
    shown: `${shownUrl(parsed)}${schema === defaultSchema ? "" : ` (schema ${schema})`}`,
    withoutSecrets: (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, "…"), text),
  };
}

function shownUrl({ protocol, username, host, pathname }: URL): string {
  return `${protocol}//${username === "" ? "" : `${username}@`}${host}${pathname}`;
}

/** The password in both spellings, and whatever a parameter says that is named like one. */
function secretsOf({ password, searchParams }: URL): string[] {
  const named = [...searchParams].filter(([name]) => /pass|secret|token/i.test(name));
  const spellings = [password, decoded(password), ...named.map(([, value]) => value)];
  return [...new Set(spellings)].filter((text) => text !== "").sort((a, b) => b.length - a.length);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
