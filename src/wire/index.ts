export { type Authority, localAuthority } from "./certificates/authority.ts";
export type { CertifiedKey } from "./certificates/certificate.ts";
export { openInput, readLines } from "./json-lines.ts";
export { type FrontUpstream, TwoProtocolFront } from "./two-protocol-front.ts";
