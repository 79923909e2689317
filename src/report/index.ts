export { operationRow, operationsMarkdown } from "./operations.ts";
