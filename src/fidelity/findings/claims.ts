import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ServiceName } from "../../clouds/index.ts";
import type { Operation } from "../../model/index.ts";
import { type DocumentedApis, documented } from "./documented-apis.ts";
import { alsoCalled, wordsOf } from "./operation-words.ts";

/** Says whether an emulator's own documents claim an operation; null where they say nothing. */
export type Claims = (operation: Operation) => boolean | null;

/** Nobody has written anything down. */
export const noClaims: Claims = () => null;

/**
 * What the documents that come with an emulator's package claim of a service. Where they list only what is supported,
 * what is not on the list is not claimed; where they list what is not, nothing is said of what is on neither list.
 */
export function claimsOf(service: ServiceName, packageFolder: string): Claims {
  const text = readmeOf(packageFolder);
  const apis = text === undefined ? undefined : documented(service, text);
  return apis === undefined ? noClaims : claimsIn(service, apis);
}

function readmeOf(folder: string): string | undefined {
  try {
    const name = readdirSync(folder).find((file) => file.toLowerCase() === "readme.md");
    return name === undefined ? undefined : readFileSync(join(folder, name), "utf8");
  } catch {
    return undefined;
  }
}

function claimsIn(service: ServiceName, { supported, unsupported }: DocumentedApis): Claims {
  const [listed, refused] = [new Set(supported.map(titleKey)), new Set(unsupported.map(titleKey))];
  return ({ name }) => {
    const titles = titlesOf(service, name);
    if (titles.some((title) => refused.has(title))) return false;
    if (titles.some((title) => listed.has(title))) return true;
    return supported.length > 0 && unsupported.length === 0 ? false : null;
  };
}

/** Every way in which documents may call an operation: by all words of its name, without its group, or otherwise. */
function titlesOf(service: ServiceName, name: string): readonly string[] {
  const rest = name.replace(/^[A-Za-z]+_/, "");
  const others = (alsoCalled[service][name] ?? []).map(titleKey);
  const words = keyOf(wordsOf(name));
  const own = keyOf(wordsOf(rest));
  return [words, ...(own.includes(" ") ? [own] : []), ...others];
}

/** `Get Container ACL` and `Container_GetAccessPolicy` are the same words in any order. */
function titleKey(title: string): string {
  return keyOf(wordsOf(title));
}

function keyOf(words: readonly string[]): string {
  return [...new Set(words)].toSorted().join(" ");
}
