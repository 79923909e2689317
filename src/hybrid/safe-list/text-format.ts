import { TouchstoneError } from "../../model/index.ts";
import type { LearnedNoise, SafeListEntry, SafeListStore } from "./entry.ts";
import { entryLine, noiseLine, readLine } from "./lines.ts";

const header = "# touchstone safe list";
const formatVersion = 1;

/** What an import has read. */
interface Imported {
  readonly entries: number;
  readonly noise: number;
}

/** The list as lines of text, without line ends: a header, then everything in the order of its bytes. */
export async function* exportSafeList(store: SafeListStore): AsyncGenerator<string> {
  yield `${header} ${formatVersion}`;
  const lines = [...(await store.entries()).map(entryLine), ...(await store.noise()).map(noiseLine)];
  const inBytes = lines.map((line) => Buffer.from(line)).sort(Buffer.compare);
  for (const line of inBytes) yield line.toString();
}

/**
 * Adds what was exported. Nothing is written before every line was understood; of entries that are there already,
 * the newer stays.
 */
export async function importSafeList(
  store: SafeListStore,
  lines: AsyncIterable<string> | Iterable<string>,
  name = "the text",
): Promise<Imported> {
  const { entries, noise } = await readList(lines, name);
  // Entries without the noise that they were learned with would be of no use, noise without entries does no harm.
  await store.addNoise(noise);
  await store.add(entries);
  return { entries: entries.length, noise: noise.length };
}

async function readList(
  lines: AsyncIterable<string> | Iterable<string>,
  name: string,
): Promise<{ entries: SafeListEntry[]; noise: LearnedNoise[] }> {
  const entries: SafeListEntry[] = [];
  const noise: LearnedNoise[] = [];
  let number = 0;
  let begun = false;
  for await (const raw of lines) {
    const line = raw.replace(/^\uFEFF/, "").trimEnd();
    const where = `${name}, line ${++number}`;
    if (line === "") continue;
    refuseConflict(line, where);
    if (begun ? line.startsWith(header) : true) {
      requireHeader(line, where);
      begun = true;
      continue;
    }
    const read = readLine(line);
    if ("problem" in read) throw badLine(`${where} ${read.problem}`);
    if (read.entry === undefined) noise.push(read.noise);
    else entries.push(read.entry);
  }
  if (!begun) throw badLine(`${name} is empty`);
  return { entries, noise };
}

function requireHeader(line: string, where: string): void {
  const version = line.startsWith(`${header} `) ? line.slice(header.length + 1) : "";
  if (!/^\d+$/.test(version)) throw badLine(`${where} should be "${header} ${formatVersion}"`);
  if (Number(version) === formatVersion) return;
  throw new TouchstoneError(
    "TS_SAFE_LIST_NEWER",
    `${where}: the list has version ${version}, and this Touchstone reads version ${formatVersion}`,
    { hint: "Export it again with this Touchstone, or update this one." },
  );
}

function refuseConflict(line: string, where: string): void {
  if (!/^(<{7}|={7}|>{7}|\|{7})( |$)/.test(line)) return;
  throw new TouchstoneError("TS_SAFE_LIST_CONFLICT", `${where} is the mark of a merge conflict`, {
    hint: "Keep the lines of both sides and remove the marks. With `merge=union` for the file in .gitattributes, git does that by itself.",
  });
}

function badLine(message: string): TouchstoneError {
  return new TouchstoneError("TS_SAFE_LIST_TEXT", message, {
    hint: "Nothing was imported. The text is what touchstone safelist export writes, one entry a line.",
  });
}
