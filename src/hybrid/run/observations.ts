import {
  errorCodeOf,
  isServiceName,
  isThrottled,
  type ReadExchange,
  scopesOf,
  stepOf,
  topLevelOf,
} from "../../clouds/index.ts";
import { type Attribution, type Exchange, testsAround } from "../../wire/index.ts";
import type { ContractWatch } from "../decide/contract-watch.ts";
import type { TouchedContract } from "../decide/contracts.ts";

/** What a test exchanged, as far as it was seen, its set-up included. */
export interface Observation {
  readonly read: readonly ReadExchange[];
  /** Its own requests, without those of its set-up. */
  readonly requests: number;
  /** `azure-blob Container_Create`, each once. */
  readonly operations: readonly string[];
  /** The API versions that were asked for: `azure-blob 2025-05-05`. */
  readonly apiVersions: readonly string[];
  /** How many answers say no more than that the service was busy. */
  readonly throttled: number;
  /** Something that it used though another test has made it, if there is any. */
  readonly shared?: { readonly name: string; readonly madeBy: string };
  /** Behaviours on which its emulators are known to differ; absent where nobody looked. */
  readonly touched?: readonly TouchedContract[];
}

/** One exchange, as far as it is kept. */
interface Seen {
  readonly order: number;
  readonly read: ReadExchange;
  readonly operation: string;
  readonly apiVersion: string | undefined;
  readonly isThrottled: boolean;
  /** The containers, tables or others at the top of an account that it names. */
  readonly uses: readonly string[];
  /** The one that it has made. */
  readonly made: string | undefined;
  readonly touched: readonly TouchedContract[];
}

/** Gathers exchanges by the tests that sent them. */
export class Observations {
  /** What answered, by service, in the words of its `Server` header. */
  readonly servers = new Map<string, Set<string>>();
  readonly #byTest = new Map<string, Seen[]>();
  readonly #byFile = new Map<string, Seen[]>();
  readonly #unattributed: Seen[] = [];
  #known: { readonly inside: ReadonlyMap<string, readonly string[]>; readonly count: number } | undefined;
  #count = 0;
  #refused = 0;
  readonly #watch: ContractWatch | undefined;
  /** The tests that have made something, by its name. */
  readonly #makers = new Map<string, Set<string>>();

  constructor(watch?: ContractWatch) {
    this.#watch = watch;
  }

  /** Whether every single answer says that the caller may not do anything. */
  get isRefused(): boolean {
    return this.#count > 0 && this.#refused === this.#count;
  }

  add(exchange: Exchange): void {
    const { service, operation, request, by } = exchange;
    const seen = {
      order: this.#count++,
      read: stepOf(exchange),
      operation: service === null ? operation : `${service} ${operation}`,
      apiVersion: apiVersionOf(service, request.headers),
      isThrottled: isThrottled(exchange),
      ...namesIn(exchange),
      touched: this.#watch?.(exchange) ?? [],
    };
    if (isRefusedAccess(exchange)) this.#refused++;
    if (seen.made !== undefined && by.test !== undefined) setIn(this.#makers, seen.made).add(by.test);
    this.#listOf(by).push(seen);
    if (service !== null && exchange.response !== undefined) {
      const server = exchange.response.headers.find(([name]) => name.toLowerCase() === "server")?.[1] ?? "";
      setIn(this.servers, service).add(server);
    }
  }

  #listOf({ test, file }: Attribution): Seen[] {
    if (test !== undefined) return listIn(this.#byTest, test);
    return file === undefined ? this.#unattributed : listIn(this.#byFile, file);
  }

  #sharedBy(test: string, own: readonly Seen[], all: readonly Seen[]): Pick<Observation, "shared"> {
    const made = new Set(all.map((seen) => seen.made));
    for (const name of new Set(own.flatMap(({ uses }) => uses))) {
      const [madeBy] = [...(this.#makers.get(name) ?? [])].filter((other) => !isKin(other, test));
      if (madeBy !== undefined && !made.has(name))
        return { shared: { name: name.split(" ")[1] ?? name, madeBy } };
    }
    return {};
  }

  /** The tests inside of each, as far as they sent something. */
  #inside(): ReadonlyMap<string, readonly string[]> {
    if (this.#known?.count === this.#count) return this.#known.inside;
    const pairs = [...this.#byTest.keys()].flatMap((id) => testsAround(id).map((around) => ({ id, around })));
    const groups = Map.groupBy(pairs, ({ around }) => around);
    const inside = new Map([...groups].map(([around, group]) => [around, group.map(({ id }) => id)]));
    this.#known = { inside, count: this.#count };
    return inside;
  }

  get count(): number {
    return this.#count;
  }

  /** Exchanges of which nobody knows whose they are: they count for every test. */
  get unattributed(): number {
    return this.#unattributed.length;
  }

  /**
   * What a test exchanged: its own, that of the tests around it and inside of it, its file's set-up, and what could be
   * anybody's.
   */
  of(test: string, file: string): Observation {
    const own = this.#byTest.get(test) ?? [];
    const kin = [...testsAround(test), ...(this.#inside().get(test) ?? [])].map(
      (id) => this.#byTest.get(id) ?? [],
    );
    const all = [this.#unattributed, this.#byFile.get(file) ?? [], own, ...kin]
      .flat()
      .toSorted((a, b) => a.order - b.order);
    return {
      read: all.map(({ read }) => read),
      requests: own.length,
      operations: distinct(all.map(({ operation }) => operation)),
      apiVersions: distinct(all.flatMap(({ apiVersion }) => apiVersion ?? [])),
      throttled: all.filter((seen) => seen.isThrottled).length,
      ...this.#sharedBy(test, own, all),
      ...(this.#watch !== undefined && { touched: all.flatMap(({ touched }) => touched) }),
    };
  }
}

function isKin(one: string, other: string): boolean {
  return one === other || testsAround(one).includes(other) || testsAround(other).includes(one);
}

/** By service, since a bucket and a queue may be called the same. */
function namesIn(exchange: Exchange): Pick<Seen, "uses" | "made"> {
  const { service, request } = exchange;
  if (service === null || !isServiceName(service)) return { uses: [], made: undefined };
  const scopes = scopesOf(service, {
    method: request.method,
    url: request.target,
    headers: Object.fromEntries(request.headers),
    ...(request.body?.text !== undefined && { body: request.body.text }),
  });
  const change = topLevelOf(service).changeIn(exchange);
  const named = (name: string) => `${service} ${name}`;
  return {
    uses: scopes.flatMap(([top]) => (top === undefined ? [] : [named(top)])),
    made: change?.change === "made" ? named(change.name) : undefined,
  };
}

/** Source: the services' pages of error codes. */
const accessCodes =
  /^(?:AuthenticationFailed|AuthorizationFailure|InvalidAuthenticationInfo|NoAuthenticationInformation|InvalidAccessKeyId|SignatureDoesNotMatch|UnrecognizedClientException|InvalidSignatureException|InvalidClientTokenId|ExpiredToken(?:Exception)?)$/;

function isRefusedAccess({ response }: Exchange): boolean {
  if (response === undefined || response.status < 400) return false;
  return accessCodes.test(errorCodeOf(response.body?.text ?? "", response.headers) ?? "");
}

function setIn(sets: Map<string, Set<string>>, key: string): Set<string> {
  const set = sets.get(key) ?? new Set();
  sets.set(key, set);
  return set;
}

function listIn(lists: Map<string, Seen[]>, key: string): Seen[] {
  let list = lists.get(key);
  if (list === undefined) {
    list = [];
    lists.set(key, list);
  }
  return list;
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort();
}

function apiVersionOf(
  service: string | null,
  headers: readonly (readonly [string, string])[],
): string | undefined {
  const version = headers.find(([name]) => name.toLowerCase() === "x-ms-version")?.[1];
  return service === null || version === undefined ? undefined : `${service} ${version}`;
}
