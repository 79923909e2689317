import { stripVTControlCharacters } from "node:util";
import type { RunDocument, TestDocument } from "../run/document.ts";
import { brokenParts } from "../run/outcome.ts";
import { kinds, messageOf, sideBySide } from "../text/judgements.ts";
import { plain } from "../text/paint.ts";
import { characterData, element } from "./xml.ts";

/**
 * A hybrid run as JUnit XML, as CI servers read it: a suite for each file, a case for each test with the result that
 * counts, and a property for each part of its decision.
 */
export function junitXml(document: RunDocument): string {
  const files = Map.groupBy(document.tests, ({ file }) => file);
  const broken = brokenParts(document);
  const brokenByFile = new Map(broken.map((one) => [one.file, one.message]));
  const names = [...new Set([...files.keys(), ...brokenByFile.keys()])];
  const suites = names.flatMap((file) =>
    suiteLines(file, files.get(file) ?? [], brokenByFile.get(file), document),
  );
  const attributes = {
    name: "touchstone",
    ...countsOf(document.tests, broken.length),
    time: seconds(Date.parse(document.ended) - Date.parse(document.started)),
    timestamp: document.started.slice(0, 19),
  };
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>', ...element("testsuites", attributes, suites)];
  return `${lines.join("\n")}\n`;
}

function countsOf(tests: readonly TestDocument[], broken: number) {
  const count = (of: (test: TestDocument) => boolean) => tests.filter(of).length;
  return {
    tests: tests.length + broken,
    failures: count(({ outcome }) => outcome === "failed"),
    errors: broken + count(isWithoutResult),
    skipped: count((test) => test.outcome === "skipped" || isLeftOut(test)),
  };
}

/** It was sent, and nothing came back. */
function isWithoutResult({ outcome, verdict }: TestDocument): boolean {
  return outcome === "undecided" && verdict !== undefined;
}

/** It should have been sent, and was not. */
function isLeftOut({ outcome, verdict }: TestDocument): boolean {
  return outcome === "undecided" && verdict === undefined;
}

function suiteLines(
  file: string,
  tests: readonly TestDocument[],
  broken: string | undefined,
  { started, run, policy, tier }: RunDocument,
): string[] {
  const attributes = {
    name: file,
    ...countsOf(tests, broken === undefined ? 0 : 1),
    time: seconds(tests.reduce((sum, test) => sum + (msOf(test) ?? 0), 0)),
    timestamp: started.slice(0, 19),
    file,
  };
  const whole =
    broken === undefined
      ? []
      : element("testcase", { name: "as a whole", classname: file, file }, failure("error", broken, []));
  const about = properties({
    "touchstone.run": run,
    "touchstone.policy": policy,
    "touchstone.tier": String(tier),
  });
  return element("testsuite", attributes, [...about, ...tests.flatMap(caseLines), ...whole]);
}

function caseLines(test: TestDocument): string[] {
  const { id, file, titles } = test;
  const ms = msOf(test);
  // Titles alone are not unique: of equal ones the id has the ordinal.
  const name = id.startsWith(`${file} > `) ? id.slice(file.length + 3) : titles.join(" > ") || id;
  const attributes = { name, classname: file, file, time: ms === undefined ? undefined : seconds(ms) };
  return element("testcase", attributes, [...propertyLines(test), ...resultLines(test)]);
}

function msOf({ ms }: TestDocument): number | undefined {
  return ms.cloud ?? ms.emulator;
}

function seconds(ms: number): string {
  return (Math.max(0, ms) / 1000).toFixed(3);
}

function propertyLines({
  decision,
  verdict,
  unsent,
  fingerprint,
  difference,
  cause,
  reproduce,
}: TestDocument): string[] {
  const all = {
    "touchstone.decision": decision.kind,
    "touchstone.reason": decision.reason,
    "touchstone.target": decision.target,
    "touchstone.verdict": verdict,
    "touchstone.fingerprint": fingerprint,
    "touchstone.unsent": unsent,
    "touchstone.difference": difference && `${difference.operation} ${difference.place}`,
    "touchstone.cause": cause,
    "touchstone.reproduce": reproduce,
  };
  return properties(all);
}

function properties(all: Readonly<Record<string, string | undefined>>): string[] {
  const there = Object.entries(all).filter(([, value]) => value !== undefined);
  return element(
    "properties",
    {},
    there.flatMap(([name, value]) => element("property", { name, value }, [])),
  );
}

function resultLines(test: TestDocument): string[] {
  if (test.outcome === "skipped") return ["<skipped/>"];
  if (isLeftOut(test))
    return element("skipped", { message: `needs the cloud, and was not sent: ${test.unsent}` }, []);
  if (isWithoutResult(test)) return failure("error", kinds["not run"].says(test), []);
  if (test.outcome !== "failed") return [];
  const said = messageOf(test) ?? "it failed, and said nothing";
  const table = sideBySide(test.differences ?? [], { paint: plain, width: 120, indent: 2, most: 20 });
  const note = test.verdict === "unsafe" ? [kinds.unsafe.says(test), ...table] : table;
  return failure("failure", said, note);
}

/** The first line as the message, all of it as the text. */
function failure(kind: "failure" | "error", text: string, more: readonly string[]): string[] {
  const clean = stripVTControlCharacters(text);
  const [first = ""] = clean.trim().split(/\r?\n/);
  const content = [clean.trimEnd(), ...more].join("\n");
  return [element(kind, { message: first, type: kind }, [characterData(content)]).join("")];
}
