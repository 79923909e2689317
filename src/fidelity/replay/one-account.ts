import { headerOf, mapValues } from "./headers.ts";
import { accountOf, mainAccount } from "./recorded-request.ts";
import type { RecordedExchange, Recording } from "./recording.ts";

/** A recording as far as it can be one account's. */
export interface OnOneAccount {
  readonly recording: Recording;
  /** The places of those that were for another account, or named something there. */
  readonly moved: ReadonlySet<number>;
}

/**
 * A target has one account: what a recording uses on others is kept there, too, as long as nothing else of its name is
 * anywhere.
 */
export function onOneAccount(recording: Recording): OnOneAccount {
  const main = mainAccount(recording);
  const moved = new Set<number>();
  if (main === undefined) return { recording, moved };
  const homes = homesIn(recording.exchanges.flatMap(addressesIn));
  const used = homesIn(recording.exchanges.map(({ url }) => url));
  const here = (address: string): string => {
    const { account, top } = placeOf(address);
    const isAlone = top !== "" && homes.get(top)?.size === 1 && used.has(top);
    if (account === undefined || account === main || !isAlone) return address;
    return address.replace(`//${account}`, `//${main}`);
  };
  const exchanges = recording.exchanges.map((exchange, index) => {
    const url = here(exchange.url);
    const headers = mapValues(exchange.headers, (value, name) => (name === source ? here(value) : value));
    if (url === exchange.url && headerOf(headers, source) === headerOf(exchange.headers, source))
      return exchange;
    moved.add(index);
    return { ...exchange, url, headers };
  });
  return { recording: { ...recording, exchanges }, moved };
}

const source = "x-ms-copy-source";

/** The accounts that have something of a name. */
function homesIn(addresses: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const homes = new Map<string, Set<string>>();
  for (const { account, top } of addresses.map(placeOf)) {
    if (account === undefined) continue;
    const own = homes.get(top) ?? new Set();
    homes.set(top, own.add(account));
  }
  return homes;
}

function addressesIn({ url, headers }: RecordedExchange): string[] {
  const from = headerOf(headers, source);
  return from === undefined ? [url] : [url, from];
}

/** The account that an address is on, where that stands in its host, and what it names there. */
function placeOf(address: string): { readonly account: string | undefined; readonly top: string } {
  const { pathname = "" } = URL.parse(address) ?? {};
  return { account: accountOf(address), top: /^\/([^/(]*)/.exec(pathname)?.[1]?.toLowerCase() ?? "" };
}
