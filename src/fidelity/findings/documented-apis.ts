import type { ServiceName } from "../../clouds/index.ts";

/** What documents list, in their own words. */
export interface DocumentedApis {
  readonly supported: readonly string[];
  readonly unsupported: readonly string[];
}

const unsupportedHeads = /\bNOT supported\b|\bunsupported\b|\bnot implemented\b|^#+\s*TODO\b/i;
const supportedHeads = /^(?:#+|-)?\s*(?:Supported (?:methods|REST APIs|operations)|Implemented)\b/i;
const featureHeads = /^-\s*Supported Vertical Features/i;

/** The lists of what is supported and what is not in a README, in the part about the service where there are several. */
export function documented(service: ServiceName, text: string): DocumentedApis | undefined {
  const lists = { supported: [] as string[], unsupported: [] as string[] };
  let open: { readonly titles: string[]; readonly level: number } | undefined;
  for (const line of sectionOf(service, text.split(/\r?\n/))) {
    const head = headOf(line);
    if (head !== undefined) open = { titles: lists[head], level: levelOf(line) };
    else if (open !== undefined && endsList(line, open.level)) open = undefined;
    else if (open !== undefined) open.titles.push(...titlesIn(line));
  }
  return lists.supported.length + lists.unsupported.length === 0 ? undefined : lists;
}

/** `blob` of `azure-blob`: the documents of one emulator tell of all its services, one behind the other. */
function sectionOf(service: ServiceName, lines: readonly string[]): readonly string[] {
  const sections = lines.flatMap((line, at) => {
    const [, name] = /\*\*([a-z]+)\*\* service/.exec(line) ?? [];
    return name === undefined ? [] : [{ name, at }];
  });
  const index = sections.findIndex(({ name }) => service === `azure-${name}`);
  const found = sections[index];
  return found === undefined ? lines : lines.slice(found.at, sections[index + 1]?.at);
}

function headOf(line: string): keyof DocumentedApis | undefined {
  if (!/^(?:#|-\s*(?:Supported|Following|Not))/i.test(line)) return undefined;
  if (unsupportedHeads.test(line)) return "unsupported";
  return supportedHeads.test(line) || featureHeads.test(line) ? "supported" : undefined;
}

/** A list under a heading ends with a heading of its rank or a higher one; one under an item with the next item. */
function levelOf(line: string): number {
  return /^#+/.exec(line)?.[0].length ?? 0;
}

function endsList(line: string, level: number): boolean {
  const rank = levelOf(line);
  if (level === 0) return rank > 0 || /^\S/.test(line);
  return rank > 0 && rank <= level;
}

/** The titles on an item's line, without remarks, links and marks. */
function titlesIn(line: string): string[] {
  const [, item] = /^\s*[-*]\s+(.*)$/.exec(line) ?? [];
  if (item === undefined) return [];
  return item
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/\(s\)/g, "s")
    .replaceAll(/\s*\([^)]*\)?/g, "")
    .split(/\s*,\s*/)
    .filter((title) => title !== "");
}
