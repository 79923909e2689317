export {
  type AzureCredential,
  type AzureRewriterOptions,
  type AzureService,
  allowedDestination,
  azureRewriter,
  type Destination,
  grantable,
  sharedKeyText,
} from "./azure-account/index.ts";
export {
  type CanonicalStep,
  type CanonicalTrace,
  canonicalise,
  canonicalVersion,
  type SequenceMode,
} from "./canonical/canonical-trace.ts";
export { type Comparison, compareTraces, type Difference, unequalFields } from "./canonical/compare.ts";
export { GrowingTrace } from "./canonical/growing-trace.ts";
export { learnNoise } from "./canonical/noise.ts";
export { answerFields, type Field, type ReadExchange, stepOf } from "./canonical/step.ts";
export type { SaidStep } from "./canonical/trace-reader.ts";
export { type Contents, contentsOf } from "./contents.ts";
export { type AnsweredRequest, contractAnswer } from "./contract-answers.ts";
export { allContracts, contractsOf, defaultWindows } from "./contracts.ts";
export { type Denial, denialsOf, type Rule } from "./denials.ts";
export { type DynamodbAccountOptions, dynamodbRewriter } from "./dynamodb/index.ts";
export { exampleOf, furtherExamplesOf } from "./examples.ts";
export {
  answeredOf,
  type ContractVerdict,
  ExchangeJudge,
  type JudgedExchange,
} from "./exchange-judge.ts";
export { type Extra, extrasOf } from "./extras.ts";
export {
  type AnsweredFault,
  awayAnswer,
  type FaultAnswer,
  type FaultRequest,
  faultAnswer,
} from "./fault-answers.ts";
export { type Care, type Change, glance, isLookDue, listsTopLevel } from "./glance.ts";
export { type Identification, type IdentifyOptions, identify } from "./identify.ts";
export { type IdentifiedLine, identifyLine } from "./identify-line.ts";
export { priceListOf } from "./prices.ts";
export { diffStates, probe, type StateDifference } from "./probe.ts";
export { readBy } from "./read-by.ts";
export { readCall } from "./read-call.ts";
export { type S3AccountOptions, s3Rewriter } from "./s3/index.ts";
export { type Scope, scopesOf } from "./scope.ts";
export { clientsFor, routeOf, type WrittenCall, writtenCall, writtenRequest } from "./sdk.ts";
export { isServiceName, type ServiceName, serviceNames } from "./service-names.ts";
export { interfaceOf, operationNames, operationOf, serviceNamed } from "./services.ts";
export { isAllowedHost } from "./shared/allowed-hosts.ts";
export { type AmazonAccount, type AmazonAccountOptions, amazonAccount } from "./shared/amazon-account.ts";
export { isAmazonHost } from "./shared/amazon-hosts.ts";
export { callerAccount } from "./shared/amazon-identity.ts";
export type { AmazonCredentials } from "./shared/amazon-signer.ts";
export { readAnswer } from "./shared/answer-body.ts";
export { azureAccount } from "./shared/azure-address.ts";
export { errorCodeOf } from "./shared/error-code.ts";
export { errorMessageOf } from "./shared/error-message.ts";
export { isSuccess } from "./shared/is-success.ts";
export type { BilledExchange, Charge, PriceChoices, PriceList } from "./shared/price-list.ts";
export type { Wanted } from "./shared/probe-shown.ts";
export { isRead, type Plain, type State } from "./shared/probe-state.ts";
export type { Addressing } from "./shared/recognizer.ts";
export { refusalInBody } from "./shared/refusal-in-body.ts";
export { type UnsentByAmazon, unsentByAmazon } from "./shared/sdk-amazon-handler.ts";
export { unsentEndpoint } from "./shared/sdk-azure-written.ts";
export type { Caller, CallOptions, Clients, ClientsOptions, WrittenSdkCall } from "./shared/sdk-clients.ts";
export type { CallExpression, Expression, RecordedArgument } from "./shared/sdk-recorded.ts";
export type { Answered, CallResult, Failed, Masked, Route } from "./shared/sdk-result.ts";
export { policySasCaller, policySasText, type SasGrant, sasCaller, storedPolicy } from "./shared/sdk-sas.ts";
export { statusAndCode } from "./shared/status-and-code.ts";
export { isThrottled, saysBusy } from "./shared/throttling.ts";
export { secondsBetween } from "./shared/time-span.ts";
export {
  type AccountRequest,
  insist,
  type Send,
  type TopLevel,
  type TopLevelChange,
} from "./shared/top-level.ts";
export { topLevelOf } from "./top-level.ts";
export { type Volatile, volatileOf } from "./volatile.ts";
