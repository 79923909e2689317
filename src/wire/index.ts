export { preloadEnvironment } from "./attribution/preload-environment.ts";
export { type Authority, localAuthority } from "./certificates/authority.ts";

export { openInput, readLines } from "./json-lines.ts";
export { makeFolder } from "./make-folder.ts";
export { TwoProtocolFront } from "./two-protocol-front.ts";
