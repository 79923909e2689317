export { type Authority, localAuthority } from "./certificates/authority.ts";

export type { RawHeader } from "./http/head.ts";
export { openInput, readLines } from "./json-lines.ts";
export { makeFolder } from "./make-folder.ts";
export { capturedContent } from "./trace/captured-content.ts";
export { Redactor } from "./trace/redact.ts";
export { TwoProtocolFront } from "./two-protocol-front.ts";
