import type { Difference } from "../../hybrid/index.ts";
import type { RunDocument, TestDocument } from "../run/document.ts";
import { counted, cut, oneLine, padEnd, quoted, widthOf, wrap } from "./layout.ts";
import type { Paint } from "./paint.ts";
import type { TextOptions } from "./text-report.ts";

/** A kind of test that needs a look: by what it is known, and what is said of it. */
interface Kind {
  readonly isMeant: (test: TestDocument) => boolean;
  readonly says: (test: TestDocument) => string;
  readonly sign: "✗" | "!";
}

type KindName = "unsafe" | "failed" | "not run" | "false alarm" | "differs" | "flaky" | "throttled";

/** What needs a look, the worst first. */
export const kinds: Readonly<Record<KindName, Kind>> = {
  unsafe: {
    isMeant: ({ verdict }) => verdict === "unsafe",
    says: () => "passes locally, fails in the cloud: a deployment-safety violation",
    sign: "✗",
  },
  failed: {
    isMeant: ({ outcome, verdict }) =>
      outcome === "failed" && (verdict === undefined || verdict === "agrees"),
    says: ({ verdict, unsent, decision }) => {
      if (verdict !== undefined) return "fails on the emulator and in the cloud";
      return unsent === undefined
        ? `fails on the emulator, which counts: ${decision.reason}`
        : "fails on the emulator";
    },
    sign: "✗",
  },
  "not run": {
    isMeant: ({ verdict }) => verdict === "not run",
    says: ({ cloud }) =>
      cloud === "skipped"
        ? "was sent, and skipped itself in the cloud"
        : "was sent, and gave no result in the cloud",
    sign: "✗",
  },
  "false alarm": {
    isMeant: ({ verdict }) => verdict === "false alarm",
    says: () => "fails locally, passes in the cloud: a false alarm",
    sign: "!",
  },
  differs: {
    isMeant: ({ verdict }) => verdict === "differs",
    says: ({ cloud }) => `${cloud} on both, but they did not do the same`,
    sign: "!",
  },
  flaky: {
    isMeant: ({ verdict }) => verdict === "flaky",
    says: () => "is flaky: not the same twice on the same target, so that nothing can be concluded",
    sign: "!",
  },
  throttled: {
    isMeant: ({ verdict }) => verdict === "throttled",
    says: () => "met a busy cloud each time that it was sent, so that nothing can be concluded",
    sign: "!",
  },
};

const mostOfAKind = 20;

/** Each test that needs a look, with what differed first. */
export function judgementLines({ tests }: RunDocument, options: TextOptions): string[] {
  return Object.values(kinds).flatMap((kind) => {
    const meant = tests.filter(kind.isMeant);
    const shown = options.details ? meant : meant.slice(0, mostOfAKind);
    const rest = meant.length - shown.length;
    return [
      ...shown.flatMap((test) => ["", ...testLines(test, kind, options)]),
      ...(rest === 0 ? [] : ["", `${counted(rest, "more test")} like the last: --details shows all`]),
    ];
  });
}

function testLines(test: TestDocument, { says, sign }: Kind, options: TextOptions): string[] {
  const { paint, width } = options;
  const color = sign === "✗" ? paint.red : paint.yellow;
  const message = messageOf(test);
  return [
    `${color(sign)} ${paint.bold(oneLine(test.id))}`,
    ...wrap(says(test), width - 2).map((line) => `  ${line}`),
    ...sideBySide(test.differences ?? [], { paint, width, indent: 4, most: 6 }),
    ...(message === undefined
      ? []
      : quoted(message, { lines: options.details ? 200 : 12, width, gutter: "  │ " })),
    ...(test.cause === undefined ? [] : causeLines(test.cause, options)),
    ...(test.reproduce === undefined ? [] : [`  ${paint.dim("reproduce")}  ${test.reproduce}`]),
  ];
}

/** What the failure says: in the cloud if it failed there. */
export function messageOf({ emulator, cloud, messages }: TestDocument): string | undefined {
  if (cloud === "failed") return messages.cloud;
  return emulator === "failed" ? messages.emulator : undefined;
}

function causeLines(cause: string, { paint, width }: TextOptions): string[] {
  const [first = "", ...more] = wrap(oneLine(cause), width - 13);
  return [`  ${padEnd(paint.dim("cause"), 11)}${first}`, ...more.map((line) => " ".repeat(13) + line)];
}

/** One exchange on both: operation and place, what the emulator has, what the cloud has. */
export function sideBySide(
  differences: readonly Difference[],
  { paint, width, indent, most }: { paint: Paint; width: number; indent: number; most: number },
): string[] {
  const [first] = differences;
  if (first === undefined) return [];
  const rows = differences.slice(0, most).map(({ place, emulator, cloud }) => ({
    place: place === "step" ? "does" : place,
    emulator: shown(emulator),
    cloud: shown(cloud),
  }));
  const left = Math.max(first.operation.length, ...rows.map(({ place }) => place.length));
  const room = width - indent - left - 5;
  const middle = Math.max(8, ...rows.map(({ emulator }) => widthOf(emulator)));
  const right = Math.max(5, ...rows.map(({ cloud }) => widthOf(cloud)));
  const start = " ".repeat(indent);
  const rest = differences.length - rows.length;
  const more = rest === 0 ? [] : [`${start}and ${counted(rest, "more difference")} in this exchange`];
  if (middle + right > room) return [...stacked(first.operation, rows, { paint, width, start }), ...more];
  const line = (name: string, emulator: string, cloud: string) =>
    `${start}${padEnd(name, left)}  ${padEnd(emulator, middle)} ${paint.dim("│")} ${cloud}`;
  return [
    line(first.operation, paint.dim("emulator"), paint.dim("cloud")),
    ...rows.map(({ place, emulator, cloud }) => line(place, paint.green(emulator), paint.red(cloud))),
    ...more,
  ];
}

/** The same where the values are too long to lie beside each other. */
function stacked(
  operation: string,
  rows: readonly { place: string; emulator: string; cloud: string }[],
  { paint, width, start }: { paint: Paint; width: number; start: string },
): string[] {
  const room = width - start.length - 13;
  return [
    `${start}${operation}`,
    ...rows.flatMap(({ place, emulator, cloud }) => {
      const [own, other] = fromDifference(emulator, cloud, room);
      return [
        `${start}${place}`,
        `${start}  ${paint.dim("emulator │")} ${paint.green(own)}`,
        `${start}  ${paint.dim("cloud    │")} ${paint.red(other)}`,
      ];
    }),
  ];
}

/** Long values from shortly before where they differ. */
function fromDifference(one: string, other: string, room: number): readonly [string, string] {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same++;
  const from =
    same < room / 2 || Math.max(one.length, other.length) <= room ? 0 : same - Math.floor(room / 3);
  const shown = (text: string) => cut(from === 0 ? text : `…${text.slice(from)}`, room);
  return [shown(one), shown(other)];
}

function shown(value: string | undefined): string {
  if (value === undefined) return "nothing";
  return value === "" ? "(empty)" : oneLine(value);
}
