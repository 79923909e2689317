import type { ServiceName } from "../../src/clouds/index.ts";
import { Lab, parseServiceTargets, type Reachable } from "../../src/lab/index.ts";

/** An emulator as the fuzzer has it: tables can be used soon, and the next process waits where one has died. */
export function startedLab(service: ServiceName, emulator: string): Promise<Lab> {
  const wanted = parseServiceTargets(`${service}=${emulator}`, () => undefined);
  return Lab.start(wanted, { cwd: process.cwd(), prompt: true, spares: true, inMemory: true });
}

export function reachedIn({ reachable: [reached] }: Lab): Reachable {
  if (reached === undefined) throw new Error("the emulator does not answer");
  const { endpoint, plainEndpoint = endpoint } = reached;
  return { ...reached, endpoint: plainEndpoint };
}
