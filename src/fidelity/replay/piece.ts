import { isDeepStrictEqual } from "node:util";
import type { Scope, ServiceName } from "../../clouds/index.ts";
import { changedBy, lieInEachOther, touched } from "./following.ts";
import { madeUpValues } from "./made-up-values.ts";
import { type PriorThing, priorThings } from "./prior-state.ts";
import { decodedUrl, httpRequest, namedRequest } from "./recorded-request.ts";
import type { RecordedExchange, Recording } from "./recording.ts";
import { bare, isStrange } from "./tokens.ts";

/**
 * What of a recording an exchange needs, with itself at the end: what changed the things that it touches, and what gave the
 * values that it sends. All else is left out; reads and refusals change nothing. A change that is needed is never left out,
 * although the target may not care: nobody knows what the recorded service would then have answered.
 */
export function pieceUpTo(recording: Recording, index: number): Recording {
  const all = recording.exchanges.slice(0, index + 1).map(noted);
  const last = all.at(-1);
  if (last === undefined) return recording;
  const givers = firstGivers(all);
  const needed = new Set([index]);
  const scopes: Scope[] = [...last.scopes];
  const texts: string[] = [...last.texts];
  for (let at = index - 1; at >= 0; at--) {
    const one = all[at];
    if (one === undefined || !(changesOneOf(one, scopes) || givesOneOf(givers.get(at), texts))) continue;
    needed.add(at);
    scopes.push(...one.scopes);
    texts.push(...one.texts);
  }
  const whole = { ...recording, exchanges: recording.exchanges.slice(0, index + 1) };
  const prior = priorThings(whole).filter((one) =>
    scopes.some((scope) => lieInEachOther(scopeOf(one), scope)),
  );
  for (const { content } of prior) if (content !== undefined) needed.add(content.toldAt);
  const piece = { ...recording, exchanges: recording.exchanges.filter((_, at) => needed.has(at)) };
  // What was made on the way must not become something that has to be there before, and what was there must be told.
  return isDeepStrictEqual(namesOf(priorThings(piece)), namesOf(prior)) ? piece : whole;
}

function scopeOf({ service, name, content }: PriorThing): Scope {
  return [service, name, ...(content === undefined ? [] : [content.name])];
}

function namesOf(things: readonly PriorThing[]): ReadonlySet<string> {
  return new Set(things.map((one) => JSON.stringify(scopeOf(one))));
}

interface Noted {
  readonly exchange: RecordedExchange;
  readonly service: ServiceName | null;
  readonly hasEffect: boolean;
  readonly scopes: readonly Scope[];
  readonly texts: readonly string[];
}

function noted(exchange: RecordedExchange, index: number): Noted {
  const { service, operation } = namedRequest(exchange);
  const own = service === null ? undefined : touched(index, service, operation, httpRequest(exchange));
  const { url, headers, body } = exchange;
  return {
    exchange,
    service,
    hasEffect: own?.isRead !== true && (exchange.answer?.status ?? 500) < 300,
    scopes: own?.scopes ?? [],
    texts: [url, decodedUrl(url), ...headers.map(([, value]) => value), body.toString("latin1")],
  };
}

function changesOneOf(noted: Noted, needed: readonly Scope[]): boolean {
  return noted.hasEffect && changedBy(noted).some((own) => needed.some((one) => lieInEachOther(own, one)));
}

/** What the service made up in each answer, and had not said before. */
function firstGivers(all: readonly Noted[]): ReadonlyMap<number, readonly string[]> {
  const met = new Set<string>();
  const given = all.map(({ exchange: { answer }, service }, at): [number, string[]] => {
    if (answer === undefined || service === null) return [at, []];
    const values = madeUpValues(service, answer, answer)
      .map(({ recorded }) => bare(recorded))
      .filter((value) => isStrange(value) && !met.has(value));
    for (const value of values) met.add(value);
    return [at, values];
  });
  return new Map(given);
}

function givesOneOf(values: readonly string[] = [], texts: readonly string[]): boolean {
  return values.some((value) => texts.some((text) => text.includes(value)));
}
