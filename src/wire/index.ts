export { type Authority, localAuthority } from "./certificates/authority.ts";
export type { RawHeader } from "./http/head.ts";
export { openInput, readLines } from "./json-lines.ts";
export { makeFolder } from "./make-folder.ts";
export { type NameKind, Names } from "./rewrite/names.ts";
export {
  cannotSend,
  type RequestHead,
  type ResponseHead,
  type ReturnedResponse,
  type Rewriter,
  type SentRequest,
} from "./rewrite/rewriter.ts";
export type { Attribution } from "./trace/exchange.ts";
export { TwoProtocolFront } from "./two-protocol-front.ts";
