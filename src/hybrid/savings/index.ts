export { parseRecording, readRecording, type SequenceRecording } from "./recording.ts";
export {
  type KnownSequences,
  type Replay,
  type SavedByPolicy,
  type Savings,
  type SequenceComparison,
  savingsOf,
} from "./savings.ts";
