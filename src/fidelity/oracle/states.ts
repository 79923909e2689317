import {
  diffStates,
  readBy,
  type ServiceName,
  type State,
  type StateDifference,
  topLevelOf,
} from "../../clouds/index.ts";
import type { PlaceDifference } from "../pair/performed.ts";
import { shortText } from "./short-text.ts";

/** Where two states of the same scope differ; what was not or could not be read says nothing. */
export function stateDifferences(
  service: ServiceName,
  emulator: State,
  reference: State,
): readonly PlaceDifference[] {
  const { kind } = topLevelOf(service);
  const found = diffStates(emulator, reference).filter(({ unreadable }) => !unreadable);
  // That something is not there at all says more than what it therefore lacks.
  const isWhole = ({ path }: StateDifference) => path.length === 1 && path[0] === kind;
  return [...found.filter(isWhole), ...found.filter((one) => !isWhole(one))].map(({ path, a, b }) => {
    const read = readBy(service, path);
    return {
      place: `state ${path.join(".")}`,
      emulator: shortText(a),
      reference: shortText(b),
      ...(read !== undefined && { readBy: read }),
    };
  });
}
