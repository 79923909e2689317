/**
 * Whether a call did what it was to do. A 3xx is a refusal: the SDKs raise it like any other. So is a 2xx with a code: a
 * refusal that stands in the body.
 *
 * @example
 * isSuccess({ status: 200 }); // true
 * isSuccess({ status: 200, code: "InternalError" }); // false
 */
export function isSuccess({
  status,
  code,
}: {
  readonly status: number | null;
  readonly code?: string | null | undefined;
}): boolean {
  return status !== null && status >= 200 && status < 300 && (code ?? null) === null;
}
