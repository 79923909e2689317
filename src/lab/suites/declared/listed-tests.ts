import { TestIds } from "../../../wire/index.ts";
import type { SuiteTest } from "../suite.ts";
import type { Declaration } from "./declaration.ts";
import { goEvents } from "./results/go-events.ts";
import { jsonLines } from "./results/json-lines.ts";

/** A test, and what its runner calls it. */
export interface ListedTest extends SuiteTest {
  readonly name: string;
}

interface FoundTest {
  readonly name: string;
  readonly file?: string | undefined;
  readonly titles?: readonly string[] | undefined;
}

/** The tests of a listing; those that a runner cannot tell apart are one. */
export function listedTests(
  text: string,
  { list, runner = "tests" }: Pick<Declaration, "list" | "runner">,
): ListedTest[] {
  const ids = new TestIds();
  const found = new Map<string, FoundTest>();
  for (const one of foundTests(text, list)) {
    const key = `${one.file ?? ""}\n${one.name}`;
    if (!found.has(key)) found.set(key, one);
  }
  return [...found.values()].map(({ name, file = runner, titles = titlesOf(name, file, list) }) => ({
    id: ids.next(file, titles),
    file,
    titles,
    name,
  }));
}

function foundTests(text: string, list: Declaration["list"]): FoundTest[] {
  if (list.format === "json-lines") return jsonLines(text).filter(isFoundTest);
  if (list.format === "go") return goTests(text);
  return linesOf(text, list);
}

function linesOf(
  text: string,
  { pattern, filePattern, parameters, cutParameters }: Declaration["list"],
): FoundTest[] {
  const testLine = new RegExp(pattern, "u");
  const fileLine = filePattern === undefined ? undefined : new RegExp(filePattern, "u");
  const found: FoundTest[] = [];
  let lastFile: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    lastFile = fileLine?.exec(line)?.groups?.["file"] ?? lastFile;
    const { name, file = lastFile } = testLine.exec(line)?.groups ?? {};
    if (name === undefined) continue;
    found.push({ name: cutParameters ? (splitParameters(name, parameters)[0] ?? name) : name, file });
  }
  return found;
}

/** The titles in a name, without the file where the name begins with it. */
function titlesOf(
  name: string,
  file: string,
  { separator, parameters }: Declaration["list"],
): readonly string[] {
  if (separator === undefined) return [name];
  const own = name.startsWith(file + separator) ? name.slice(file.length + separator.length) : name;
  const [plain = "", rest = ""] = splitParameters(own, parameters);
  const titles = plain.split(separator);
  return [...titles.slice(0, -1), `${titles.at(-1) ?? ""}${rest}`];
}

function splitParameters(name: string, parameters: string | undefined): [string, string] {
  const at = parameters === undefined ? -1 : name.indexOf(parameters);
  return at <= 0 ? [name, ""] : [name.slice(0, at), name.slice(at)];
}

function goTests(text: string): FoundTest[] {
  return goEvents(text).flatMap(({ Package, Output }) => {
    const name = Output?.trim() ?? "";
    return /^(?:Test|Example|Fuzz)[\p{L}\p{N}_]*$/u.test(name) ? [{ name, file: Package }] : [];
  });
}

function isFoundTest(value: unknown): value is FoundTest {
  return typeof (value as FoundTest | null)?.name === "string";
}
