import type { Operation } from "../../model/index.ts";
import type { PlaceDifference } from "../pair/performed.ts";

const header = "response.header.";

/** Whether only a header is missing that the interface allows to be missing: hardly a program would notice. */
export function isMinor({ output }: Operation, { place, emulator, reference }: PlaceDifference): boolean {
  if (place === "attempts") return true;
  if (!place.startsWith(header) || (emulator !== null && reference !== null)) return false;
  const name = place.slice(header.length);
  const declared = Object.entries(output.headers).find(([own]) => own.toLowerCase() === name)?.[1];
  return declared === undefined || declared.kind === "optional";
}
