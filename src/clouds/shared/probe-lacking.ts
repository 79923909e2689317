import type { Clients } from "./sdk-clients.ts";
import type { Answered } from "./sdk-result.ts";

/** After so many answers that say so, a target is taken to lack an operation. */
const enough = 3;

/** What a target was seen to lack: an operation that is not there will not be there the next time. */
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
  return {
    said(operation) {
      const seen = times.get(operation);
      return seen !== undefined && seen.count >= enough ? seen.said : undefined;
    },
    note(operation, { status, code = "" }, said) {
      const isLacking = status === 501 || status === 405 || /NotImplemented|UnknownOperation/.test(code);
      if (!isLacking) times.delete(operation);
      else times.set(operation, { said, count: (times.get(operation)?.count ?? 0) + 1 });
    },
  };
}
