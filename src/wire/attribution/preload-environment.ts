import { fileURLToPath } from "node:url";

/** What the preload is told: which origins are proxies, and what is sent to them besides. */
export interface PreloadSettings {
  /** The proxies' origins: requests to them are marked, and no others. */
  readonly origins: readonly string[];
  /**
   * From hosts to proxies. A host may have `*` in it and a port behind it, and may be an origin: `*.blob.core.windows.net`,
   * `127.0.0.1:12345`, `http://127.0.0.1:12345`.
   */
  readonly redirects?: Readonly<Record<string, string>>;
  /** Ids name files relative to this folder: the one in which the command is started. */
  readonly root: string;
  /** The environment that the command would have without us. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The variables by which a Node process, and every Node process under it, loads the preload. */
export function preloadEnvironment({
  origins,
  redirects,
  root,
  env,
}: PreloadSettings): Record<string, string> {
  return {
    NODE_OPTIONS: withPreload(env["NODE_OPTIONS"] ?? ""),
    TOUCHSTONE_ORIGINS: origins.join(" "),
    TOUCHSTONE_REDIRECT: JSON.stringify(redirects ?? {}),
    TOUCHSTONE_ROOT: root,
  };
}

/**
 * The variable by which the preload refuses requests for hosts, given as patterns with the service that each is of; but not
 * for those that are allowed, nor for what is below them.
 */
export function preloadRefusals(
  hosts: Readonly<Record<string, string>>,
  allowed: readonly string[],
): Record<string, string> {
  return { TOUCHSTONE_UNRECORDED: JSON.stringify({ hosts, allowed }) };
}

/** The user's own options stay, and come first. */
function withPreload(options: string): string {
  const file = fileURLToPath(new URL("./preload/main.cjs", import.meta.url));
  const option = `--require "${file.replace(/[\\"]/g, "\\$&")}"`;
  return options.includes(option) ? options : `${options} ${option}`.trim();
}
