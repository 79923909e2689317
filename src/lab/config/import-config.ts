import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { basename, dirname, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { inspect } from "node:util";
import { TouchstoneError } from "../../model/index.ts";

/** All that a file of the user's exports. */
export async function importModule(file: string): Promise<Readonly<Record<string, unknown>>> {
  return { ...(await importQuietly(file)) };
}

/** What a config file exports as its default. */
export async function importConfig(file: string): Promise<unknown> {
  const loaded = await importQuietly(file);
  if (loaded.default !== undefined) return loaded.default;
  throw new TouchstoneError("TS_CONFIG", `${basename(file)} has no default export`, {
    hint: 'Write: export default defineConfig({ … }) with defineConfig from "touchstone/config".',
  });
}

async function importQuietly(file: string): Promise<{ default?: unknown }> {
  using _silent = withoutTypeAdvice();
  using _asModule = takenAsModule(file);
  try {
    return (await import(pathToFileURL(file).href)) as { default?: unknown };
  } catch (cause) {
    const hint = cause instanceof Error ? Reflect.get(cause, "hint") : undefined;
    throw new TouchstoneError("TS_CONFIG", `${basename(file)} cannot be loaded: ${complaint(cause, file)}`, {
      ...(typeof hint === "string" && { hint }),
      cause,
    });
  }
}

/** Whoever writes `import` or `export` means a module, also where the project's package.json says "commonjs". */
function takenAsModule(file: string): Disposable {
  const own = pathToFileURL(file).href;
  const hooks = registerHooks({
    load(url, context, next) {
      if (url.split("?")[0] !== own || !isModule(file)) return next(url, context);
      const format = /\.m?ts$/.test(file) ? "module-typescript" : "module";
      return next(url, { ...context, format });
    },
  });
  return { [Symbol.dispose]: () => hooks.deregister() };
}

function isModule(file: string): boolean {
  return /^\s*(?:import|export)\b/m.test(readFileSync(file, "utf8"));
}

/** Node's advice to give the project's package.json a `type` is not for those who only wrote a config. */
function withoutTypeAdvice(): Disposable {
  const { emitWarning } = process;
  process.emitWarning = (...args: readonly unknown[]) => {
    const advice = args.some(
      (arg) => typeof arg === "object" && Reflect.get(arg ?? {}, "code") === "MODULE_TYPELESS_PACKAGE_JSON",
    );
    if (!advice) Reflect.apply(emitWarning, process, args);
  };
  return {
    [Symbol.dispose]() {
      process.emitWarning = emitWarning;
    },
  };
}

/** What is wrong, and where if that is known. */
function complaint(cause: unknown, file: string): string {
  if (!(cause instanceof Error)) return `it throws ${inspect(cause)}`;
  const place =
    placeIn(cause.stack ?? "", file) ?? (cause instanceof SyntaxError ? checkedPlace(file) : undefined);
  return place === undefined ? cause.message : `${cause.message} (${place})`;
}

/** Of a mistake in plain JavaScript only Node's own check tells the line. */
function checkedPlace(file: string): string | undefined {
  return placeIn(spawnSync(process.execPath, ["--check", file], { encoding: "utf8" }).stderr, file);
}

/** The line of the config that is to blame; else that of the file it imports which cannot be parsed. */
function placeIn(stack: string, file: string): string | undefined {
  const own = [file, pathToFileURL(file).href].map((name) => RegExp.escape(name)).join("|");
  const line = new RegExp(`(?:${own}):(\\d+)`).exec(stack)?.[1];
  if (line !== undefined) return `${basename(file)}:${line}`;
  const [, imported, at] = /^(\S.*):(\d+)\n/.exec(stack) ?? [];
  if (imported === undefined) return undefined;
  const path = imported.startsWith("file:") ? fileURLToPath(imported) : imported;
  return `${relative(dirname(file), path)}:${at}`;
}
