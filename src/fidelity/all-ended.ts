/** Waits for all of them, so that nobody is left behind who still works; then fails as the first that did. */
export async function allEnded<Promises extends readonly unknown[] | []>(
  promises: Promises,
): Promise<{ -readonly [At in keyof Promises]: Awaited<Promises[At]> }> {
  await Promise.allSettled(promises);
  return await Promise.all(promises);
}
