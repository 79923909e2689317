import { type NamedRequest, performDemo } from "../lab/index.ts";
import type { Command } from "./command.ts";
import { showLabEvent } from "./lab-events.ts";
import type { Terminal } from "./terminal.ts";

export const demo: Command = {
  name: "demo",
  summary: "start emulators of five cloud services, use them with the real SDKs, and name every request",
  args: [],
  flags: [],
  notes: [
    "No account is needed: everything runs on this machine. What the project does not have, npm installs into the",
    "cache, once.",
  ],
  examples: ["touchstone demo", "touchstone demo --json"],
  async run({ terminal, cwd }) {
    const started = Date.now();
    const requests: NamedRequest[] = [];
    await performDemo({
      cwd,
      onEvent: (event) => showLabEvent(event, terminal),
      onRequest: (named) => {
        requests.push(named);
        show(named, terminal);
      },
    });
    summarise(requests, (Date.now() - started) / 1000, terminal);
    return requests.every(({ identification }) => identification.operation !== null) ? 0 : 1;
  },
};

function show({ request, identification }: NamedRequest, terminal: Terminal): void {
  const { bold, dim, red } = terminal.color;
  const { service, operation, reason } = identification;
  const name = operation === null ? red(reason) : bold(operation.padEnd(44));
  const url = request.url.length > 70 ? `${request.url.slice(0, 69)}…` : request.url;
  terminal.say(`${(service ?? "?").padEnd(12)} ${name} ${dim(`${request.method} ${url}`)}`);
}

function summarise(requests: readonly NamedRequest[], seconds: number, terminal: Terminal): void {
  const named = requests.filter(({ identification }) => identification.operation !== null);
  const operations = new Set(
    named.map(({ identification }) => `${identification.service} ${identification.operation}`),
  );
  const services = new Set(named.map(({ identification }) => identification.service));
  const { green, red } = terminal.color;
  const mark = named.length === requests.length ? green("✓") : red("✗");
  terminal.say(
    `${mark} ${named.length} of ${requests.length} requests named: ${operations.size} operations of ${services.size} services · ${seconds.toFixed(1)} s`,
  );
  if (!terminal.json) return;
  terminal.document({
    requests: requests.map(({ request: { method, url }, identification }) => ({
      method,
      url,
      ...identification,
    })),
  });
}
