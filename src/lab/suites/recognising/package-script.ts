import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A script of the nearest `package.json`, as package managers find it. */
export function packageScript(cwd: string, name: string): string | undefined {
  const file = join(cwd, "package.json");
  if (existsSync(file)) {
    const { scripts = {} } = JSON.parse(readFileSync(file, "utf8")) as { scripts?: Record<string, string> };
    return Object.hasOwn(scripts, name) ? scripts[name] : undefined;
  }
  const parent = dirname(cwd);
  return parent === cwd ? undefined : packageScript(parent, name);
}
