import { join } from "node:path";
import { defaultWindows } from "../../clouds/index.ts";
import type { CloudAccounts, Selection } from "../../lab/index.ts";
import { watchContracts } from "../decide/contract-watch.ts";
import type { HybridOptions, Phase } from "./options.ts";
import { runOnTarget, type TargetRun, type TargetRunOptions } from "./target-run.ts";

/** A body that is cut says nothing, and sends its test to the cloud: most are kept whole. */
const bodyLimit = 1024 * 1024;

/** A phase of a run: which tests, where, and under which name its trace goes. */
interface Performance {
  readonly phase: Phase;
  readonly selection: Selection;
  /** The accounts that it is sent to, if it is. */
  readonly cloud?: CloudAccounts;
  /** How many requests may be sent there; any number unless given. */
  readonly requests?: number;
  /** `cloud` for `cloud.jsonl`; the phase's name unless it is given. */
  readonly name?: string;
}

/** Runs tests for one phase of a run, and tells of them. What could not be recorded ends the run. */
export async function perform(
  { phase, selection, cloud, requests, name = phase }: Performance,
  options: HybridOptions,
): Promise<TargetRun> {
  const { suite, lab, cwd, prices, folder, command, secrets, onEvent, onSecret, signal } = options;
  if (onSecret !== undefined) cloud?.onSecret(onSecret);
  onEvent?.({ type: "phase", phase, tests: selection === "all" ? undefined : selection.length });
  const run = await runOnTarget({
    suite,
    selection,
    lab,
    cwd,
    prices,
    recorder: { file: join(folder, `${name}.jsonl`), command, secrets, bodyLimit },
    ...(cloud !== undefined && { cloud }),
    ...(requests !== undefined && { requests }),
    ...(phase === "emulator" && watchOf(options)),
    onResult: (result) => onEvent?.({ type: "result", phase, result }),
    onRequest: () => onEvent?.({ type: "request", phase }),
    onOutput: (text, stream) => onEvent?.({ type: "output", text, stream }),
    onNote: (text) => onEvent?.({ type: "note", text }),
    ...(signal !== undefined && { signal }),
  });
  if (run.failure !== undefined) throw run.failure;
  signal?.throwIfAborted();
  return run;
}

/** Emulators that were started here hold only what was seen to be made. */
function watchOf({ contracts, lab, onEvent }: HybridOptions): Pick<TargetRunOptions, "watch"> {
  if (contracts === undefined) return {};
  const knowsAll = lab.elsewhere.length === 0;
  const onNote = (text: string) => onEvent?.({ type: "note", text });
  return { watch: watchContracts(contracts, { windows: defaultWindows, knowsAll }, onNote) };
}
