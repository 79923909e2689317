import { identify, type ServiceName } from "../clouds/index.ts";
import { type Recording, readRecordings } from "../fidelity/index.ts";
import { parseServiceTargets, type ServiceTarget } from "../lab/index.ts";
import { usage } from "./parse.ts";

/** The recordings of files, one after the other. */
export async function* allRecordings(files: readonly string[]): AsyncGenerator<Recording> {
  for (const file of files) yield* readRecordings(file);
}

/** What recordings are performed on; a bare URL serves what they ask for, or what others do. */
export async function targetsNamed(
  text: string,
  files: readonly string[],
  command: string,
  others: readonly ServiceName[] = [],
): Promise<ServiceTarget[]> {
  if (!/^https?:\/\//i.test(text)) return parseServiceTargets(text, () => undefined);
  const services = new Set([...(await servicesIn(files)), ...others]);
  if (services.size === 0) throw usage("the recordings are of none of the services", command);
  return [...services].flatMap((service) => parseServiceTargets(`${service}=${text}`, () => undefined));
}

/** The services that recordings are of. */
export async function servicesIn(files: readonly string[]): Promise<ServiceName[]> {
  const found = new Set<ServiceName>();
  for await (const { exchanges } of allRecordings(files)) {
    for (const { method, url, headers } of exchanges) {
      const { service } = identify({ method, url, headers: Object.fromEntries(headers) });
      if (service !== null) found.add(service);
    }
  }
  return [...found];
}
