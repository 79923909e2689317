import { stripVTControlCharacters } from "node:util";
import type { RunDocument, TestDocument } from "../run/document.ts";
import { kinds, messageOf } from "../text/judgements.ts";

/** Where a test stands, as GitHub shows it: from the root of the repository. */
export interface Place {
  readonly file: string;
  readonly line?: number;
}

/** GitHub shows that many annotations of a kind and step, and drops the rest without a word. */
const mostOfALevel = 10;

/** Annotations for what needs a look: errors for what fails or is unsafe, warnings for the rest. */
export function githubAnnotations(
  { tests, broken, runner, unexplainedExit }: RunDocument,
  placeOf: (test: Pick<TestDocument, "file" | "titles" | "messages">) => Place,
): readonly string[] {
  const of = (names: readonly (keyof typeof kinds)[]) =>
    names.flatMap((name) =>
      tests.filter(kinds[name].isMeant).map((test) => ({ test, says: kinds[name].says(test) })),
    );
  const files = broken.map(({ file, message }) =>
    annotation("error", { file, titles: [], messages: { emulator: message } }, "the file failed as a whole", [
      message,
    ]),
  );
  return [
    ...(unexplainedExit === null
      ? []
      : [
          `::error title=Touchstone::${runner} ended with exit code ${unexplainedExit}, though no test failed`,
        ]),
    ...limited("error", [
      ...files,
      ...of(["unsafe", "failed", "not run"]).map((one) => ofTest("error", one)),
    ]),
    ...limited(
      "warning",
      of(["false alarm", "differs", "flaky"]).map((one) => ofTest("warning", one)),
    ),
  ];

  function ofTest(level: Level, { test, says }: { test: TestDocument; says: string }): string {
    return annotation(level, test, `${test.titles.join(" > ") || test.id}: ${says}`, detailsOf(test));
  }

  function annotation(
    level: Level,
    test: Pick<TestDocument, "file" | "titles" | "messages">,
    title: string,
    lines: readonly string[],
  ): string {
    const { file, line } = placeOf(test);
    const properties = [
      `file=${property(file)}`,
      ...(line === undefined ? [] : [`line=${line}`]),
      `title=${property(title)}`,
    ];
    return `::${level} ${properties.join(",")}::${data(lines.join("\n") || title)}`;
  }
}

type Level = "error" | "warning";

function limited(level: Level, annotations: readonly string[]): readonly string[] {
  if (annotations.length <= mostOfALevel) return annotations;
  const shown = annotations.slice(0, mostOfALevel - 1);
  const rest = annotations.length - shown.length;
  return [...shown, `::${level} title=Touchstone::${rest} more are in the job summary`];
}

function detailsOf(test: TestDocument): readonly string[] {
  const { difference, cause } = test;
  const [first = ""] = stripVTControlCharacters(messageOf(test) ?? "")
    .trim()
    .split(/\r?\n/);
  return [
    ...(difference === undefined
      ? []
      : [
          `${difference.operation} ${difference.place}: emulator ${difference.emulator ?? "nothing"}, cloud ${difference.cloud ?? "nothing"}`,
        ]),
    ...(first === "" ? [] : [first]),
    ...(cause === undefined ? [] : [`cause: ${cause}`]),
    ...(test.reproduce === undefined ? [] : [`reproduce: ${test.reproduce}`]),
  ];
}

/** What stands behind the second pair of colons. */
function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** What stands between them. */
function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/**
 * The line of a test: where its failure says that it was in its file, else the line on which its title is written.
 *
 * @example
 * lineOf({ file: "a.test.ts", titles: ["adds"], messages: {} }, 'import …\ntest("adds", …'); // 2
 */
export function lineOf(
  { file, titles, messages }: Pick<TestDocument, "file" | "titles" | "messages">,
  source: string | undefined,
): number | undefined {
  const inFile = new RegExp(`${RegExp.escape(file)}:(\\d+)`);
  for (const message of [messages.cloud, messages.emulator]) {
    const found = inFile.exec(message ?? "")?.[1];
    if (found !== undefined) return Number(found);
  }
  const title = titles.at(-1);
  if (source === undefined || title === undefined || title === "") return undefined;
  const written = ['"', "'", "`"].map((quote) =>
    title.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`),
  );
  const at = source.split("\n").findIndex((line) => [title, ...written].some((form) => line.includes(form)));
  return at < 0 ? undefined : at + 1;
}
