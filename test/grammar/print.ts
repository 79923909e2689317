import { grammarCoverage } from "./coverage.ts";

// node test/grammar/print.ts src/clouds/azure-queue/interface.ts azureQueue
const [, , file = "", name = ""] = process.argv;
const loaded = await import(new URL(file, `file://${process.cwd()}/`).href);
const { missing, loosened, ...shares } = grammarCoverage(loaded[name]);
console.table(Object.fromEntries(Object.entries(shares).filter(([key]) => key !== "service")));
console.log("missing", missing, "loosened", loosened);
