/**
 * How a call was answered, in short.
 *
 * @example
 * statusAndCode({ status: 409, code: "ContainerBeingDeleted" }); // "409 ContainerBeingDeleted"
 * statusAndCode({ status: 201 }); // "201"
 */
export function statusAndCode({
  status,
  code,
}: {
  readonly status: number;
  readonly code?: string | null | undefined;
}): string {
  return code === undefined || code === null ? String(status) : `${status} ${code}`;
}
