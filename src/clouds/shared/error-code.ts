import type { RawHeader } from "../../wire/index.ts";

/** The code by which a refusal names itself, in XML, in JSON, or in a header where there is no body. */
export function errorCodeOf(text: string, headers: readonly RawHeader[] = []): string | undefined {
  const [, inBody] =
    /(?:<(?:\w+:)?[Cc]ode>|"code"\s*:\s*"|"__type"\s*:\s*"(?:[^"#]*#)?)([^<"]+)/.exec(text) ?? [];
  const named = headers.find(([name]) => /^x-(?:ms-error-code|amzn-errortype)$/i.test(name))?.[1];
  // In a header Amazon's may have a name space before it, and an address behind.
  const inHeader = named?.replace(/:.*$/, "").replace(/^.*#/, "");
  return inBody?.trim() || inHeader?.trim() || undefined;
}
