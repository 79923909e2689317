import { appendFileSync, readFileSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import { githubAnnotations, githubSummary, lineOf, type RunDocument } from "../../report/index.ts";
import type { Terminal } from "../terminal.ts";

/** In a job of GitHub: annotations beside the tests, and a summary on the job's page. */
export function tellGithub(document: RunDocument, cwd: string, terminal: Terminal): void {
  const { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY, GITHUB_WORKSPACE } = process.env;
  if (GITHUB_ACTIONS !== "true") return;
  const placeOf = placesFrom(GITHUB_WORKSPACE || cwd, cwd);
  for (const line of githubAnnotations(document, placeOf)) terminal.say(line);
  if (GITHUB_STEP_SUMMARY) appendSummary(GITHUB_STEP_SUMMARY, githubSummary(document), terminal);
}

/** A page of a job that cannot be written is no reason to fail. */
function appendSummary(file: string, text: string, terminal: Terminal): void {
  try {
    appendFileSync(file, text);
  } catch (error) {
    terminal.note(`the job summary cannot be written: ${error instanceof Error ? error.message : error}`);
  }
}

function placesFrom(workspace: string, cwd: string): Parameters<typeof githubAnnotations>[1] {
  return (test) => {
    const path = resolve(cwd, test.file);
    const source = sourceOf(path);
    if (source === undefined) return undefined;
    const line = lineOf(test, source);
    const inside = relative(workspace, path);
    const file = inside.startsWith("..") ? test.file : inside.split(sep).join("/");
    return { file, ...(line !== undefined && { line }) };
  };
}

function sourceOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
