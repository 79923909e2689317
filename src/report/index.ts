export { operationRow, operationsMarkdown } from "./operations.ts";
export { savingsTable } from "./savings.ts";
