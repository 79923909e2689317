export { hasFailed, hybridLines, summariseHybrid } from "./hybrid.ts";
export { operationRow, operationsMarkdown } from "./operations.ts";
export { recordedTestsTable } from "./recorded-tests.ts";
export { savingsTable } from "./savings.ts";
