export type { AzureCredential } from "./credential.ts";
export { allowedDestination, type Destination } from "./destination.ts";
export { type AzureRewriterOptions, azureRewriter } from "./rewriter.ts";
export { type AzureService, grantable } from "./service.ts";
export { sharedKeyText } from "./shared-key.ts";
