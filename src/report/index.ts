export { operationRow, operationsMarkdown } from "./operations.ts";
export { recordedTestsTable } from "./recorded-tests.ts";
export { savingsTable } from "./savings.ts";
