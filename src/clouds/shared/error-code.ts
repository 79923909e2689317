import type { RawHeader } from "../../wire/index.ts";

/** The code by which a refusal names itself, in XML, in JSON, or in a header where there is no body. */
export function errorCodeOf(text: string, headers: readonly RawHeader[] = []): string | undefined {
  const [, inBody] =
    /(?:<(?:\w+:)?[Cc]ode>|"code"\s*:\s*"|"__type"\s*:\s*"(?:[^"#]*#)?)([A-Za-z0-9.]+)/.exec(text) ?? [];
  if (inBody !== undefined) return inBody;
  const named = headers.find(([name]) => /^x-(?:ms-error-code|amzn-errortype)$/i.test(name))?.[1];
  return named === undefined ? undefined : /([A-Za-z0-9.]+)(?:$|:)/.exec(named)?.[1];
}
