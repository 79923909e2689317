export { parseRecording, readRecording, type SequenceRecording } from "./recording.ts";
export {
  type Replay,
  type Savings,
  type SequenceComparison,
  savingsOf,
} from "./savings.ts";
