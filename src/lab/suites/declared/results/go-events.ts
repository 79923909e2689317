import { jsonLines } from "./json-lines.ts";
import type { ReportedTest } from "./reported-test.ts";

/** A line of `go test -json`. */
export interface GoEvent {
  readonly Action: string;
  readonly Package?: string;
  readonly Test?: string;
  readonly Elapsed?: number;
  readonly Output?: string;
}

const statuses = { pass: "passed", fail: "failed", skip: "skipped" } as const;

export function goEvents(text: string): GoEvent[] {
  return jsonLines(text).filter(isEvent);
}

/** The tests of `go test -json`; what fails inside of a test is part of its message. */
export function readGoEvents(text: string): ReportedTest[] {
  const events = goEvents(text);
  return events.flatMap(({ Action, Test, Elapsed }) => {
    if (Test === undefined || Test.includes("/") || !isFinal(Action)) return [];
    const ms = Elapsed === undefined ? {} : { ms: Elapsed * 1000 };
    const status = statuses[Action];
    return [{ name: Test, status, ...ms, ...(status === "failed" && { message: outputOf(Test, events) }) }];
  });
}

function isFinal(action: string): action is keyof typeof statuses {
  return Object.hasOwn(statuses, action);
}

/** Without the lines by which Go tells what it does. */
function outputOf(test: string, events: readonly GoEvent[]): string {
  return events
    .filter(({ Test }) => Test === test || Test?.startsWith(`${test}/`))
    .flatMap(({ Output }) => (Output === undefined || /^\s*(?:===|---)\s/.test(Output) ? [] : [Output]))
    .join("")
    .trim();
}

function isEvent(value: unknown): value is GoEvent {
  return typeof (value as Partial<GoEvent>).Action === "string";
}
