import { rmSync } from "node:fs";
import { parentPort } from "node:worker_threads";

/** A thread that removes folders: each message is the path of one, and each is answered, with the error if it did not go. */
parentPort?.on("message", (folder: string) => {
  parentPort?.postMessage(
    errorOf(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 5 })),
  );
});

function errorOf(work: () => void): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
}
