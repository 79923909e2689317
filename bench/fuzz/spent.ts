import { subscribe } from "node:diagnostics_channel";
import { clientAnswers } from "../../src/wire/index.ts";

const answers = new Map<number, number>();
let isListening = false;

/** Node tells of every answer that has come to it, whoever has asked, and so does our own client. */
function listen(): void {
  if (isListening) return;
  isListening = true;
  subscribe("http.client.response.finish", (message) => {
    const { request } = message as { request: { socket: { remotePort?: number } | null } };
    count(request.socket?.remotePort ?? 0);
  });
  clientAnswers.subscribe((message) => {
    const { origin } = message as { origin: string };
    count(Number(new URL(origin).port));
  });
}

function count(port: number): void {
  answers.set(port, (answers.get(port) ?? 0) + 1);
}

/** How many answers have come from an endpoint, since somebody has counted for the first time. */
export function answersOf(endpoint: string): number {
  listen();
  return answers.get(Number(new URL(endpoint).port)) ?? 0;
}

/** What some work has cost. */
export interface Spent {
  readonly seconds: number;
  /** Requests that were answered, by endpoint in the order asked for. */
  readonly requests: readonly number[];
  /** Milliseconds that this process has computed; emulators have their own. */
  readonly cpu: number;
}

/** Does some work, and counts the requests to these endpoints. */
export async function spent(endpoints: readonly string[], work: () => Promise<unknown>): Promise<Spent> {
  listen();
  const ports = endpoints.map((endpoint) => Number(new URL(endpoint).port));
  const before = ports.map((port) => answers.get(port) ?? 0);
  const cpu = process.cpuUsage();
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const requests = ports.map((port, at) => (answers.get(port) ?? 0) - (before[at] ?? 0));
  return { seconds, requests, cpu: (user + system) / 1000 };
}

/** What several works have cost in all, with the same endpoints. */
export function summed(costs: readonly Spent[]): Spent {
  return costs.reduce((all, one) => ({
    seconds: all.seconds + one.seconds,
    requests: all.requests.map((count, at) => count + (one.requests[at] ?? 0)),
    cpu: all.cpu + one.cpu,
  }));
}

export function cpuPerRequest({ cpu, requests }: Spent): number {
  return cpu / requests.reduce((sum, count) => sum + count, 0);
}
