import { contentsOf } from "../../clouds/index.ts";
import { makesThing } from "./following.ts";
import { headerOf } from "./headers.ts";
import { decodedUrl, fieldIn, type NamedRequest, pathOf, withoutField } from "./recorded-request.ts";
import type { RecordedExchange } from "./recording.ts";

/** The field that asks for a version. */
const asked = "versionid";

/**
 * Which version of each thing is the current one, as recorded answers tell. A target without versions has that one, too:
 * under the thing's own name, by which a client asks that was given no version.
 */
export class CurrentVersions {
  readonly #current = new Map<string, string>();

  note({ method, url, answer }: RecordedExchange, { service, operation }: NamedRequest): void {
    const isRead = /^(?:GET|HEAD)$/.test(method);
    if (service === null || answer === undefined || answer.status >= 300 || isRead) return;
    const name = nameOf(url);
    const named = fieldIn(url, asked);
    const version = headerOf(answer.headers, contentsOf(service)?.version ?? "");
    if (method === "DELETE") this.#removed(name, named);
    // A batch may have removed any of them.
    else if (method === "POST" && version === undefined) this.#current.clear();
    // What is done to a certain version makes no other.
    else if (named === undefined) this.#written(name, version, makesThing(service, operation));
  }

  #written(name: string, version: string | undefined, isNew: boolean): void {
    if (version !== undefined) this.#current.set(name, version);
    // Something else is there now, and has no version.
    else if (isNew) this.#current.delete(name);
  }

  #removed(name: string, version: string | undefined): void {
    if (version === undefined || version === this.#current.get(name)) this.#current.delete(name);
  }

  /** The request for the thing itself, where one is for its current version; removing that is something else. */
  plain(exchange: RecordedExchange): RecordedExchange | undefined {
    const { method, url } = exchange;
    const version = fieldIn(url, asked);
    const isCurrent = version !== undefined && version === this.#current.get(nameOf(url));
    // A signature of a version is of no other.
    if (!isCurrent || method === "DELETE" || fieldIn(url, "sr") === "bv") return undefined;
    return { ...exchange, url: withoutField(url, asked) };
  }
}

function nameOf(url: string): string {
  return decodedUrl(pathOf(url));
}
