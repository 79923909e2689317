import type { CallResult, State } from "../../src/clouds/index.ts";
import { openSide, type Side } from "../../src/fidelity/index.ts";
import { type ConfigInput, checkConfig } from "../../src/lab/config/index.ts";
import type { LabEvent } from "../../src/lab/index.ts";
import { groupMembers } from "../processes.ts";

export const photos = { containerName: "photos" };

/** A side with what was told of it. */
export interface OpenedSide {
  readonly side: Side;
  readonly events: readonly LabEvent[];
  /** The ids of the processes that its emulator was started as. */
  emulator(): readonly number[];
}

export async function sideOf(
  service: Side["service"],
  named: string,
  {
    config = {},
    ...options
  }: { config?: ConfigInput; behind?: string; patience?: number; signal?: AbortSignal } = {},
): Promise<OpenedSide> {
  const events: LabEvent[] = [];
  const side = await openSide(service, named, {
    ...options,
    cwd: process.cwd(),
    config: checkConfig(config, "config"),
    onEvent: (event) => events.push(event),
  });
  const emulator = () => {
    const ready = events.find((event) => event.type === "ready");
    return groupMembers(ready?.pid ?? 0).slice(1);
  };
  return { side, events, emulator };
}

/** A call's outcome in short: `404 ContainerNotFound`. */
export function said(result: CallResult): string {
  return result.kind === "answered" ? `${result.status} ${result.code ?? ""}`.trim() : result.kind;
}

export async function accountState(side: Side): Promise<State> {
  await using stage = side.open();
  return await stage.probe([]);
}
