import { packageScript } from "./package-script.ts";
import { splitWords } from "./split-words.ts";

/** Runners whose tests the preload knows. */
export type MarkedRunner = "vitest" | "jest" | "mocha" | "node:test";

/** Runners for which there is a ready entry of how to list and run their tests. */
export type DeclaredRunner = "pytest" | "unittest" | "go test" | "dotnet test";

/** What runs the tests of a command. */
export interface Recognised {
  readonly runner: MarkedRunner | DeclaredRunner;
  /** The words of the command or of its script; those of the program first. */
  readonly words: readonly string[];
  /** Where the runner's own arguments begin. */
  readonly arguments: number;
  /** The command starts a script of a package, to which it can hand arguments on. */
  readonly script?: { readonly isPlain: boolean };
}

/** What stands before a runner without changing what runs. */
const wrappers = new Set(["npx", "bunx", "env", "cross-env", "c8", "nyc"]);
const environments = new Set(["uv", "poetry", "pipenv", "hatch", "rye"]);
const managers = new Set(["npm", "yarn", "pnpm"]);
const marked = new Map<string, MarkedRunner>([
  ["vitest", "vitest"],
  ["jest", "jest"],
  ["mocha", "mocha"],
  ["_mocha", "mocha"],
]);
const vitestCommands = new Set(["run", "watch", "dev"]);

/** What runs the tests of a command, if we know it. */
export function recognise(words: readonly string[], cwd: string, depth = 0): Recognised | undefined {
  for (let at = 0; at < words.length; ) {
    const name = programName(words[at] ?? "");
    if (/^[A-Za-z_]\w*=/.test(words[at] ?? "")) at++;
    else if (wrappers.has(name)) at = afterOptions(words, at + 1);
    else if (environments.has(name) && words[at + 1] === "run") at = afterOptions(words, at + 2);
    else if (managers.has(name)) return ofManager(words, at, cwd, depth);
    else return ofProgram(words, at, name);
  }
  return undefined;
}

function ofProgram(words: readonly string[], at: number, name: string): Recognised | undefined {
  const runner = marked.get(name);
  if (runner !== undefined) {
    const hasCommand = runner === "vitest" && vitestCommands.has(words[at + 1] ?? "");
    return { runner, words, arguments: at + (hasCommand ? 2 : 1) };
  }
  if (name === "node") return ofNode(words, at);
  if (/^(?:python[\d.]*|py)$/.test(name)) return ofPython(words, at);
  if (name === "pytest" || name === "py.test") return { runner: "pytest", words, arguments: at + 1 };
  if ((name === "go" || name === "dotnet") && words[at + 1] === "test")
    return { runner: `${name} test`, words, arguments: at + 2 };
  return undefined;
}

/** `node --test`, and runners that are started by their file. */
function ofNode(words: readonly string[], at: number): Recognised | undefined {
  const takesValue = new Set(["-r", "--require", "--import", "--loader", "-C", "--conditions"]);
  let next = at + 1;
  for (; words[next]?.startsWith("-"); next++) {
    if (words[next] === "--test") return { runner: "node:test", words, arguments: next + 1 };
    if (takesValue.has(words[next] ?? "")) next++;
  }
  const runner = marked.get(programName(words[next] ?? ""));
  return runner === undefined ? undefined : ofProgram(words, next, runner);
}

function ofPython(words: readonly string[], at: number): Recognised | undefined {
  const flag = words.indexOf("-m", at);
  const module = words[flag + 1];
  if (flag < 0 || (module !== "pytest" && module !== "unittest")) return undefined;
  return { runner: module, words, arguments: flag + 2 };
}

/** `npm test`, `yarn vitest run`, `pnpm exec jest`. */
function ofManager(words: readonly string[], at: number, cwd: string, depth: number): Recognised | undefined {
  let next = afterOptions(words, at + 1);
  const verb = words[next] ?? "";
  if (verb === "exec" || verb === "x" || verb === "dlx")
    return recognise(words.slice(afterOptions(words, next + 1)), cwd, depth);
  if (verb === "run" || verb === "run-script") next++;
  const name = verb === "t" || verb === "tst" ? "test" : (words[next] ?? "");
  const script = packageScript(cwd, name);
  if (script !== undefined) return depth > 3 ? undefined : ofScript(script, words, cwd, depth);
  const isBinary = programName(words[at] ?? "") !== "npm" && next === afterOptions(words, at + 1);
  return isBinary ? ofProgram(words, next, programName(name)) : undefined;
}

/** A script may do more than run tests: then it is run as it is. */
function ofScript(
  script: string,
  words: readonly string[],
  cwd: string,
  depth: number,
): Recognised | undefined {
  const parts = splitWords(script);
  const found = parts.map((part) => recognise(part, cwd, depth + 1)).filter((one) => one !== undefined);
  const [first] = found;
  if (first === undefined) return undefined;
  if (!isMarkedRunner(first.runner)) return parts.length === 1 && words.length <= 3 ? first : undefined;
  const isPlain =
    parts.length === 1 &&
    first.script?.isPlain !== false &&
    !script.trim().split(/\s/).at(-1)?.startsWith("-");
  return { runner: first.runner, words, arguments: words.length, script: { isPlain } };
}

/** Whether the preload knows the runner's tests. */
export function isMarkedRunner(runner: Recognised["runner"]): runner is MarkedRunner {
  return runner === "node:test" || marked.has(runner);
}

function afterOptions(words: readonly string[], from: number): number {
  let at = from;
  while (words[at]?.startsWith("-")) at++;
  return at;
}

function programName(word: string): string {
  const last = word.replaceAll("\\", "/").split("/").at(-1) ?? "";
  return last.replace(/\.(?:[cm]?js|cmd|exe|ps1)$/, "");
}
