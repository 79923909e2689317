import { stripVTControlCharacters } from "node:util";
import type { RunDocument, TestDocument } from "../run/document.ts";
import { brokenParts } from "../run/outcome.ts";
import { kinds, messageOf } from "../text/judgements.ts";

/** Where a test stands, as GitHub shows it: from the root of the repository. */
interface Place {
  readonly file: string;
  readonly line?: number;
}

/** GitHub shows that many annotations of a kind and step, and drops the rest without a word. */
const mostOfALevel = 10;

/** Where a test stands; `undefined` where there is no such file, as for a whole command. */
type PlaceOf = (test: Placed) => Place | undefined;

type Placed = Pick<TestDocument, "file" | "titles" | "messages">;

/** What an annotation says, and of what. */
interface Note {
  readonly about: Placed;
  readonly title: string;
  readonly lines: readonly string[];
}

type Level = "error" | "warning";

/** Annotations for what needs a look: errors for what fails or is unsafe, warnings for the rest. */
export function githubAnnotations(document: RunDocument, placeOf: PlaceOf): readonly string[] {
  const errors = [...brokenNotes(document), ...testNotes(document, ["unsafe", "failed", "not run"])];
  const warnings = testNotes(document, ["false alarm", "differs", "flaky"]);
  return [...written("error", errors, placeOf), ...written("warning", warnings, placeOf)];
}

function brokenNotes(document: RunDocument): Note[] {
  return brokenParts(document).map(({ file, message }) => ({
    about: { file, titles: [], messages: { emulator: message } },
    title: `${file} failed as a whole`,
    lines: [message],
  }));
}

function testNotes({ tests }: RunDocument, names: readonly (keyof typeof kinds)[]): Note[] {
  return names.flatMap((name) =>
    tests.filter(kinds[name].isMeant).map((test) => ({
      about: test,
      title: `${test.titles.join(" > ") || test.id}: ${kinds[name].says(test)}`,
      lines: detailsOf(test),
    })),
  );
}

function written(level: Level, notes: readonly Note[], placeOf: PlaceOf): readonly string[] {
  const shown = notes.length <= mostOfALevel ? notes : notes.slice(0, mostOfALevel - 1);
  const rest = notes.length - shown.length;
  return [
    ...shown.map((note) => annotation(level, note, placeOf(note.about))),
    ...(rest === 0 ? [] : [`::${level} title=Touchstone::${rest} more are in the job summary`]),
  ];
}

function annotation(level: Level, { title, lines }: Note, place: Place | undefined): string {
  const properties = [
    ...(place === undefined ? [] : [`file=${property(place.file)}`]),
    ...(place?.line === undefined ? [] : [`line=${place.line}`]),
    `title=${property(title)}`,
  ];
  return `::${level} ${properties.join(",")}::${data(lines.join("\n") || title)}`;
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
export function lineOf({ file, titles, messages }: Placed, source: string): number | undefined {
  const inFile = new RegExp(`${RegExp.escape(file)}:(\\d+)`);
  for (const message of [messages.cloud, messages.emulator]) {
    const found = inFile.exec(message ?? "")?.[1];
    if (found !== undefined) return Number(found);
  }
  const title = titles.at(-1);
  if (title === undefined || title === "") return undefined;
  const written = ['"', "'", "`"].map((quote) =>
    title.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`),
  );
  const at = source.split("\n").findIndex((line) => [title, ...written].some((form) => line.includes(form)));
  return at < 0 ? undefined : at + 1;
}
