/** How often a crashed emulator may fail to start before it is given up. */
export const restartAttempts = 5;

const shortestLife = 1_000;
const firstPause = 100;

/**
 * How many milliseconds to wait before a start after a crash. The first one waits only where the emulator died soon
 * after it had answered, so that one that always does is started once a second; the others wait longer each time.
 */
export function restartPause(failedStarts: number, served: number): number {
  if (failedStarts === 0) return Math.max(0, shortestLife - served);
  return firstPause * 2 ** (failedStarts - 1);
}
