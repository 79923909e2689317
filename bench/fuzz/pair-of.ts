import type { ServiceName } from "../../src/clouds/index.ts";
import { openSide, type Side } from "../../src/fidelity/index.ts";
import { loadConfig } from "../../src/lab/config/index.ts";

/** Two emulators of a service, which end with the pair. */
export async function pairOf(
  service: ServiceName,
  named: string,
  against: string,
): Promise<{ readonly emulator: Side; readonly reference: Side } & AsyncDisposable> {
  const cwd = process.cwd();
  const { config } = await loadConfig(cwd);
  await using opened = new AsyncDisposableStack();
  const emulator = opened.use(await openSide(service, named, { cwd, config }));
  const reference = opened.use(await openSide(service, against, { cwd, config, behind: named }));
  const moved = opened.move();
  return { emulator, reference, [Symbol.asyncDispose]: () => moved.disposeAsync() };
}
