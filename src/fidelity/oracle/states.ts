import { diffStates, readBy, type ServiceName, type State } from "../../clouds/index.ts";
import type { PlaceDifference } from "../pair/performed.ts";
import { shortText } from "./short-text.ts";

/** Where two states of the same scope differ; what was not or could not be read says nothing. */
export function stateDifferences(
  service: ServiceName,
  emulator: State,
  reference: State,
): readonly PlaceDifference[] {
  return diffStates(emulator, reference)
    .filter(({ unreadable }) => !unreadable)
    .map(({ path, a, b }) => {
      const read = readBy(service, path);
      return {
        place: `state ${path.join(".")}`,
        emulator: shortText(a),
        reference: shortText(b),
        ...(read !== undefined && { readBy: read }),
      };
    });
}
