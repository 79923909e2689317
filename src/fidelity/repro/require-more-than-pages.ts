import { type CallResult, interfaceOf, listsTopLevel, type ServiceName } from "../../clouds/index.ts";
import type { Sequence } from "../../explore/index.ts";
import { TouchstoneError } from "../../model/index.ts";
import type { Side } from "../sides/side.ts";

/** How many reads are asked at most. */
const mostAsked = 3;

/**
 * Fails where pages for people are all that is answered: whatever stands there is not the service. An emulator may answer so where
 * it has no such operation, which may be the very finding, and so it is asked for something else.
 */
export async function requireMoreThanPages(
  results: readonly CallResult[],
  sequence: Sequence,
  side: Side,
): Promise<void> {
  const { service, label, isOurs } = side;
  if (isOurs || results.length === 0 || !results.every(isPage)) return;
  const called = new Set(sequence.map(({ operation }) => operation));
  const asked = plainReads(service).filter((read) => !called.has(read));
  await using stage = side.open();
  for (const read of asked.slice(0, mostAsked)) {
    const result = await stage.call("owner", read, {}, { via: "raw" });
    if (result.kind === "answered" && !isPage(result)) return;
  }
  throw new TouchstoneError("TS_TARGET_USELESS", `${label} answers every call with an HTML page`, {
    hint: `Nothing is shown by that. Check that ${service} answers at this address, and not a proxy or another server.`,
  });
}

function isPage(result: CallResult): boolean {
  return result.kind === "answered" && /\bhtml\b/i.test(result.headers["content-type"] ?? "");
}

/** Reads of an account as it is, whatever is in it; what every emulator has first, which is the list of what is there. */
function plainReads(service: ServiceName): readonly string[] {
  const reads = interfaceOf(service)
    .operations.filter(
      ({ readOnly, detail, http, needs, parameters }) =>
        readOnly &&
        detail === "full" &&
        http.method !== "HEAD" &&
        needs.length === 0 &&
        // Versions of the service are given where a request is written.
        parameters.every(({ required, in: place }) => !required || place === "header"),
    )
    .map(({ name }) => name);
  return [...reads.filter(listsTopLevel), ...reads.filter((read) => !listsTopLevel(read))];
}
