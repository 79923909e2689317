/**
 * Whether there is nothing at a place: no value, or a part of a state that says of itself that it is not there, and nothing besides. What
 * users have written may begin with the same word.
 *
 * @example
 * saysAbsent('{"absent":"404 BlobNotFound"}'); // true
 */
export function saysAbsent(value: string | null): boolean {
  return value === null || /^\{"absent":"[^"]*"\}$/.test(value);
}
