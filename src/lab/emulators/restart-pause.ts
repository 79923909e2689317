/** How often a crashed emulator may fail to start before it is given up. */
export const restartAttempts = 5;

const shortestLife = 1_000;
/** Where a life is short on purpose. */
const shortestOfMany = 100;
const firstPause = 100;

/**
 * How many milliseconds to wait before a start after a crash. The first one waits only where the emulator died soon
 * after it had answered, so that one that always does is started once a second, or ten times where many deaths are to be
 * expected; the others wait longer each time.
 */
export function restartPause(failedStarts: number, served: number, diesOften = false): number {
  if (failedStarts === 0) return Math.max(0, (diesOften ? shortestOfMany : shortestLife) - served);
  return firstPause * 2 ** (failedStarts - 1);
}
