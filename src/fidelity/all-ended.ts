/** Waits for all of them, so that nobody is left behind who still works; then fails as the first that did. */
export async function allEnded<Value>(promises: readonly Promise<Value>[]): Promise<Value[]> {
  await Promise.allSettled(promises);
  return await Promise.all(promises);
}
