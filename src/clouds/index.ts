export {
  type AzureCredential,
  type AzureRewriterOptions,
  type AzureService,
  allowedDestination,
  azureRewriter,
  type Destination,
} from "./azure-account/index.ts";
export { type DynamodbAccountOptions, dynamodbRewriter } from "./dynamodb/index.ts";
export { type AnsweredFault, type FaultAnswer, type FaultRequest, faultAnswer } from "./fault-answers.ts";
export { type Identification, type IdentifyOptions, identify } from "./identify.ts";
export { type IdentifiedLine, identifyLine } from "./identify-line.ts";
export { priceListOf } from "./prices.ts";
export { type S3AccountOptions, s3Rewriter } from "./s3/index.ts";
export { type Scope, scopesOf } from "./scope.ts";
export { isServiceName, type ServiceName, serviceNames } from "./service-names.ts";
export { interfaceOf, operationOf, serviceNamed } from "./services.ts";
export { isAllowedHost } from "./shared/allowed-hosts.ts";
export type { AmazonAccountOptions } from "./shared/amazon-account.ts";
export { isAmazonHost } from "./shared/amazon-hosts.ts";
export { callerAccount } from "./shared/amazon-identity.ts";
export type { AmazonCredentials } from "./shared/amazon-signer.ts";
export { azureAccount } from "./shared/azure-address.ts";
export { errorCodeOf } from "./shared/error-code.ts";
export type { BilledExchange, Charge, PriceChoices, PriceList } from "./shared/price-list.ts";
export type { Addressing } from "./shared/recognizer.ts";
export type { Send, TopLevel, TopLevelChange } from "./shared/top-level.ts";
export { isThrottled } from "./throttling.ts";
export { topLevelOf } from "./top-level.ts";
export { type Volatile, volatileOf } from "./volatile.ts";
