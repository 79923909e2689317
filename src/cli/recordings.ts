import { identify, type ServiceName, serviceNames } from "../clouds/index.ts";
import { type Recording, readRecordings } from "../fidelity/index.ts";
import { parseServiceTargets, type ServiceTarget } from "../lab/index.ts";
import { usage } from "./parse.ts";

const standardInput = "-";

/** What to do with recordings of other services. */
export const noService = `The services are ${serviceNames.join(", ")}; touchstone identify FILE tells what each request is for.`;

/** The recordings of files, one after the other; those of standard input may be known already. */
export async function* allRecordings(
  files: readonly string[],
  input?: readonly Recording[],
): AsyncGenerator<Recording> {
  for (const file of files) {
    yield* file === standardInput && input !== undefined ? input : readRecordings(file);
  }
}

/** The recordings of files, which may be asked for their services before they are performed. */
export class RecordingFiles {
  readonly #files: readonly string[];
  /** Standard input can be read once only. It may hold what must not reach a disk, and so it is kept here. */
  #input: readonly Recording[] | undefined;

  constructor(files: readonly string[]) {
    this.#files = files;
  }

  /** One after the other. */
  all(): AsyncGenerator<Recording> {
    return allRecordings(this.#files, this.#input);
  }

  /** The services that they are of. */
  async services(): Promise<ServiceName[]> {
    if (this.#files.includes(standardInput)) {
      this.#input ??= await Array.fromAsync(readRecordings(standardInput));
    }
    const found = new Set<ServiceName>();
    for await (const { exchanges } of this.all()) {
      for (const { method, url, headers } of exchanges) {
        const { service } = identify({ method, url, headers: Object.fromEntries(headers) });
        if (service !== null) found.add(service);
      }
    }
    return [...found];
  }
}

/** What recordings are performed on; a bare URL serves what they ask for, or what others do. */
export async function targetsNamed(
  text: string,
  recordings: RecordingFiles,
  command: string,
  others: readonly ServiceName[] = [],
): Promise<ServiceTarget[]> {
  if (!/^https?:\/\//i.test(text)) return parseServiceTargets(text, () => undefined);
  const services = new Set([...(await recordings.services()), ...others]);
  if (services.size === 0)
    throw usage("the recordings have no request to a known service", command, noService);
  return [...services].flatMap((service) => parseServiceTargets(`${service}=${text}`, () => undefined));
}
