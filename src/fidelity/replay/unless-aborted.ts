/** What work comes to, or at once why the signal aborts. Nothing stays with the signal, however long that lives. */
export async function unlessAborted<Result>(
  work: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(signal.reason);
  signal.addEventListener("abort", giveUp);
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}
