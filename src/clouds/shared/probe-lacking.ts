import type { Clients } from "./sdk-clients.ts";
import type { Answered } from "./sdk-result.ts";

/** After so many answers that say so, a target is taken to lack an operation. */
const enough = 3;

/** It is asked again every so many times: what it said may have been due to what there was. */
const again = 50;

/** What a target was seen to lack: an operation that is not there will hardly be there the next time. */
export interface Lacking {
  /** What it said of an operation, if it lacks it. */
  said(operation: string): string | undefined;
  note(operation: string, answer: Answered, said: string): void;
}

const known = new WeakMap<Clients, Lacking>();

export function lackingOf(clients: Clients): Lacking {
  const lacking = known.get(clients) ?? nothingLacking();
  known.set(clients, lacking);
  return lacking;
}

function nothingLacking(): Lacking {
  const times = new Map<string, { readonly said: string; readonly count: number }>();
  const spared = new Map<string, number>();
  return {
    said(operation) {
      const seen = times.get(operation);
      if (seen === undefined || seen.count < enough) return undefined;
      const sparedTimes = (spared.get(operation) ?? 0) + 1;
      spared.set(operation, sparedTimes);
      return sparedTimes % again === 0 ? undefined : seen.said;
    },
    note(operation, { status, code = "" }, said) {
      const isLacking = status === 501 || status === 405 || /NotImplemented|UnknownOperation/.test(code);
      if (!isLacking) times.delete(operation);
      else times.set(operation, { said, count: (times.get(operation)?.count ?? 0) + 1 });
    },
  };
}
