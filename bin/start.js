import { existsSync } from "node:fs";
import { enableCompileCache, registerHooks } from "node:module";

enableCompileCache();

const root = new URL("../", import.meta.url);
const fromSource = existsSync(new URL("src/cli/main.ts", root));

// A config file imports "touchstone/config": it gets the package that reads it, installed beside it or not.
registerHooks({
  resolve(specifier, context, nextResolve) {
    if (!specifier.startsWith("touchstone/")) return nextResolve(specifier, context);
    const conditions = fromSource ? ["touchstone-source", ...context.conditions] : context.conditions;
    return nextResolve(specifier, { ...context, conditions, parentURL: import.meta.url });
  },
});

/** Runs the command from the sources where they are there, else from what was built of them. */
export async function start() {
  const { main } = await import(new URL(fromSource ? "src/cli/main.ts" : "dist/cli/main.js", root).href);
  process.exitCode = await main(process.argv.slice(2));
}
