import { globSync, readdirSync, readFileSync } from "node:fs";
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

/** An import that goes up, sideways, or round a door; or what stands in `src/` and is no room. */
export interface Violation {
  readonly file: string;
  readonly imports?: string;
  readonly why: string;
}

/** Everything under `source` that breaks the plan of the house. */
export function roomViolations(source: string): Violation[] {
  return [...strangeRooms(source), ...strangeImports(source)];
}

function strangeRooms(source: string): Violation[] {
  return readdirSync(source)
    .filter((name) => !name.startsWith(".") && floorOf(name) < 0)
    .map((name) => ({ file: name, why: notARoom(name) }));
}

function strangeImports(source: string): Violation[] {
  return globSync("**/*.ts", { cwd: source }).flatMap((file) =>
    importsOf(join(source, file)).flatMap((specifier) => {
      const imports = specifier.startsWith(".")
        ? relative(source, join(source, dirname(file), specifier)).replaceAll("\\", "/")
        : specifier;
      const why = complaint(file.replaceAll("\\", "/"), imports);
      return why === undefined ? [] : [{ file, imports, why }];
    }),
  );
}

/** `import("…")`, in any quotes; of a template, what stands before its first gap. */
const callsOfImport = /\bimport\(\s*["'`]([^"'`$]+)/g;

/** Any call with a path first: where there is a `require` of one's own making, it may have any name. */
const callsWithPath = /\(\s*["'`]([^"'`$]+)/g;

/** What a file imports of the house: also by type, by re-export, while running, and under the package's own name. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  const { module } = parseSync(file, text);
  const statics = module.staticImports.map((entry) => entry.moduleRequest.value);
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap((entry) => entry.moduleRequest?.value ?? []),
  );
  const loaded = text.includes("createRequire") ? callsWithPath : callsOfImport;
  const called = [...text.matchAll(loaded)].map((match) => match[1] ?? "");
  return [...new Set([...statics, ...exported, ...called])].filter((name) => /^(\.|touchstone\/)/.test(name));
}

function complaint(file: string, imports: string): string | undefined {
  if (imports.startsWith("touchstone/")) return "inside the house, rooms are entered by relative paths";
  const from = roomOf(file);
  const to = roomOf(imports);
  if (from === to) return undefined;
  const above = floorOf(from);
  const below = floorOf(to);
  if (below < 0) return notARoom(to);
  if (below <= above) return `${from} may not use ${to}: arrows go down only`;
  return doorsOf(to).includes(imports) ? undefined : `${to} is entered by ${doorsOf(to).join(" or ")}`;
}

/** Doors besides a room's own: parts that stand for themselves, and that others need without the rest. */
const sideDoors = ["lab/config/index.ts"];

function doorsOf(room: string): string[] {
  return [`${room}/index.ts`, ...sideDoors.filter((door) => roomOf(door) === room)];
}

function notARoom(name: string): string {
  return `${name} is not a room of the house`;
}

function roomOf(file: string): string {
  return file.split("/")[0] ?? "";
}

function floorOf(room: string): number {
  return floors.findIndex((floor) => floor.includes(room));
}
