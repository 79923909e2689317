import type { Replay, Savings } from "../hybrid/index.ts";
import { counted } from "./text/layout.ts";

const policies = ["api", "monitor", "combined"] as const;

const labels: Readonly<Record<Replay["sequence"], string>> = {
  exact: "whole sequence",
  set: "set of requests",
};

/** A recording's savings as a table for people; the row that was asked for is marked. */
export function savingsTable(savings: Savings): string {
  const { project, tests, commits, requests, replays, remarks } = savings;
  const head = `${project}: ${counted(tests, "test")}, ${counted(commits, "commit")}, ${counted(requests, "request")} after the first commit`;
  const rows = replays.map((replay) => row(rowLabel(replay), numbers(replay), isChosen(replay, savings)));
  return [
    head,
    row("requests saved, %", [...policies], false),
    ...rows,
    ...gains(savings),
    ...remarks.map((remark) => `  note: ${remark}`),
  ].join("\n");
}

function row(label: string, cells: readonly string[], marked: boolean): string {
  return `${marked ? "→" : " "} ${label.padEnd(34)}${cells.map((cell) => cell.padStart(10)).join("")}`;
}

function rowLabel({ sequence, known }: Replay): string {
  return `${labels[sequence]}, ${known === "accumulating" ? "list accumulates" : "commit before"}`;
}

function numbers({ policies: saved }: Replay): string[] {
  return policies.map((policy) => saved[policy].toFixed(2));
}

function isChosen({ sequence, known }: Replay, savings: Savings): boolean {
  return sequence === savings.sequence && known === "commit-before";
}

/** What the other ways of looking a sequence up add to the paper's. */
function gains({ replays }: Savings): string[] {
  const paper = found(replays, "exact", "commit-before");
  const setWise = found(replays, "set", "commit-before");
  const longList = found(replays, "exact", "accumulating");
  return [gain("comparing sets", paper, setWise), gain("a list that accumulates", paper, longList)];
}

function gain(what: string, from: Replay | undefined, to: Replay | undefined): string {
  const added = (["monitor", "combined"] as const).map(
    (policy) => `${((to?.policies[policy] ?? 0) - (from?.policies[policy] ?? 0)).toFixed(2)} to ${policy}`,
  );
  return `  ${what} adds ${added.join(", ")}`;
}

function found(replays: readonly Replay[], sequence: Replay["sequence"], known: Replay["known"]) {
  return replays.find((replay) => replay.sequence === sequence && replay.known === known);
}
