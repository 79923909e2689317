export { dynamodbRecognizer, isDynamodbHost } from "./identify.ts";
export { dynamodb } from "./interface.ts";
