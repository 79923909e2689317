import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseSync } from "oxc-parser";

/** The rooms of `src/`, from the top down. A room may use those of the floors below its own, by their doors. */
const floors: readonly (readonly string[])[] = [
  ["cli"],
  ["service"],
  ["report"],
  ["hybrid", "fidelity", "property", "layers"],
  ["lab"],
  ["clouds"],
  ["wire"],
  ["symbolic"],
  ["explore"],
  ["model"],
];

/** An import that goes up, sideways, or round a door. */
export interface Violation {
  readonly file: string;
  readonly imports: string;
  readonly why: string;
}

/** Every import between rooms under `source` that breaks the plan of the house. */
export function roomViolations(source: string): Violation[] {
  return globSync("**/*.ts", { cwd: source }).flatMap((file) =>
    relativeImports(join(source, file)).flatMap((specifier) => {
      const imports = relative(source, join(source, dirname(file), specifier));
      const why = complaint(file, imports);
      return why === undefined ? [] : [{ file, imports, why }];
    }),
  );
}

function relativeImports(file: string): string[] {
  const text = readFileSync(file, "utf8");
  const { module } = parseSync(file, text);
  const statics = module.staticImports.map((entry) => entry.moduleRequest.value);
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap((entry) => entry.moduleRequest?.value ?? []),
  );
  const dynamic = module.dynamicImports.map(({ moduleRequest }) =>
    text.slice(moduleRequest.start + 1, moduleRequest.end - 1),
  );
  return [...new Set([...statics, ...exported, ...dynamic])].filter((specifier) => specifier.startsWith("."));
}

function complaint(file: string, imports: string): string | undefined {
  const from = roomOf(file);
  const to = roomOf(imports);
  if (from === to) return undefined;
  const above = floorOf(from);
  const below = floorOf(to);
  if (above < 0 || below < 0) return `${above < 0 ? from : to} is not a room of the house`;
  if (below <= above) return `${from} may not use ${to}: arrows go down only`;
  return imports.endsWith("/index.ts") ? undefined : `${to} is entered by an index.ts, its door`;
}

function roomOf(file: string): string {
  return file.split("/")[0] ?? "";
}

function floorOf(room: string): number {
  return floors.findIndex((floor) => floor.includes(room));
}
