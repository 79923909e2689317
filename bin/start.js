import { existsSync } from "node:fs";
import { enableCompileCache, registerHooks } from "node:module";

enableCompileCache();

const root = new URL("../", import.meta.url);
const fromSource = existsSync(new URL("src/cli/main.ts", root));
const house = new URL(fromSource ? "src/" : "dist/", root).href;
const format = fromSource ? "module-typescript" : "module";

registerHooks({
  resolve(specifier, context, nextResolve) {
    // Our own modules name each other by file: to look for package.json files around each of hundreds takes long.
    if (specifier.startsWith(".") && context.parentURL?.startsWith(house) && /\.[tj]s$/.test(specifier))
      return { url: new URL(specifier, context.parentURL).href, format, shortCircuit: true };
    // A config file imports "touchstone/config": it gets the package that reads it, installed beside it or not.
    if (!specifier.startsWith("touchstone/")) return nextResolve(specifier, context);
    const conditions = fromSource ? ["touchstone-source", ...context.conditions] : context.conditions;
    return nextResolve(specifier, { ...context, conditions, parentURL: import.meta.url });
  },
});

/** Runs the command from the sources where they are there, else from what was built of them. */
export async function start() {
  const { main } = await import(new URL(fromSource ? "cli/main.ts" : "cli/main.js", house).href);
  process.exitCode = await main(process.argv.slice(2));
}
