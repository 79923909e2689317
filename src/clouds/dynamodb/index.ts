export { dynamodbRecognizer, isDynamodbHost } from "./identify.ts";
export { dynamodb } from "./interface.ts";
export { type DynamodbAccountOptions, dynamodbRewriter } from "./sign.ts";
