import { grammarCoverage } from "./coverage.ts";

// node test/grammar/print.ts src/clouds/azure-queue/interface.ts azureQueue
const [, , file = "", name = ""] = process.argv;
const loaded = await import(new URL(file, `file://${process.cwd()}/`).href);
const { service, missing, loosened, explained, ...shares } = grammarCoverage(loaded[name]);
console.table(shares);
console.log(service, { missing, loosened, explained });
