import { relative } from "node:path";
import { type ExampleRun, type NamedRequest, performDemo } from "../lab/index.ts";
import { recordedTestsTable } from "../report/index.ts";
import type { Command } from "./command.ts";
import { showLabEvent } from "./lab-events.ts";
import type { Terminal } from "./terminal.ts";

export const demo: Command = {
  name: "demo",
  summary: "name the requests of five cloud services on emulators, and record the tests of an application",
  args: [],
  flags: [],
  notes: [
    "No account is needed: everything runs on this machine. What the project does not have, npm installs into the",
    "cache, once. The recording of the example's tests is left in .touchstone/traces/demo.jsonl.",
  ],
  examples: ["touchstone demo", "touchstone demo --json"],
  async run({ terminal, cwd }) {
    const started = Date.now();
    const requests: NamedRequest[] = [];
    const run = await performDemo({
      cwd,
      onEvent: (event) => showLabEvent(event, terminal),
      onRequest: (named) => {
        requests.push(named);
        show(named, terminal);
      },
      onExample: () => summariseRequests(requests, terminal),
    });
    const trace = relative(cwd, run.trace);
    showRun(run, trace, (Date.now() - started) / 1000, terminal);
    if (terminal.json) terminal.document(documentOf(requests, run, trace));
    return run.passed && requests.every(({ identification }) => identification.operation !== null) ? 0 : 1;
  },
};

/** As wide as the lines of the first part. */
const tableWidth = 128;

function show({ request, identification }: NamedRequest, terminal: Terminal): void {
  const { bold, dim, red } = terminal.color;
  const { service, operation, reason } = identification;
  const name = operation === null ? red(reason) : bold(operation.padEnd(44));
  const url = request.url.length > 70 ? `${request.url.slice(0, 69)}…` : request.url;
  terminal.say(`${(service ?? "?").padEnd(12)} ${name} ${dim(`${request.method} ${url}`)}`);
}

function summariseRequests(requests: readonly NamedRequest[], terminal: Terminal): void {
  const named = requests.filter(({ identification }) => identification.operation !== null);
  const operations = new Set(
    named.map(({ identification }) => `${identification.service} ${identification.operation}`),
  );
  const services = new Set(named.map(({ identification }) => identification.service));
  const { green, red } = terminal.color;
  const mark = named.length === requests.length ? green("✓") : red("✗");
  terminal.say(
    `${mark} ${named.length} of ${requests.length} requests named: ${operations.size} operations of ${services.size} services`,
  );
  terminal.say();
  terminal.say("Now the tests of an application, examples/photo-album, through a recording proxy:");
}

function showRun(run: ExampleRun, trace: string, seconds: number, terminal: Terminal): void {
  const { passed, tests, tally } = run;
  const { bold, dim, green, red } = terminal.color;
  for (const line of recordedTestsTable(tests, tableWidth)) terminal.say(line);
  if (!passed) for (const line of run.lastLines) terminal.note(line);
  const outcome = passed ? `${green("✓")} ${tally.tests.size} tests passed` : `${red("✗")} the tests failed`;
  const marked = tally.tiers.get(1) ?? 0;
  const whose =
    marked === tally.exchanges ? "each told whose it is" : `${marked} of them told whose they are`;
  terminal.say(
    `${outcome}: ${tally.exchanges} exchanges, ${whose}, ${tally.operations.size} operations · ${seconds.toFixed(1)} s`,
  );
  terminal.say(`  ${dim("the trace:")}      ${bold(trace)}`);
  terminal.say(`  ${dim("look closer:")}    npx touchstone har ${trace} --out demo.har`);
  terminal.say(`  ${dim("your own tests:")} npx touchstone record azure-blob -- npm test`);
}

function documentOf(requests: readonly NamedRequest[], run: ExampleRun, trace: string): object {
  const { passed, tests, tally } = run;
  return {
    requests: requests.map(({ request: { method, url }, identification }) => ({
      method,
      url,
      ...identification,
    })),
    example: { passed, trace, exchanges: tally.exchanges, tests },
  };
}
