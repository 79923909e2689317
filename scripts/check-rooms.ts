import { join } from "node:path";
import { roomViolations } from "./rooms.ts";

const source = process.argv[2] ?? join(import.meta.dirname, "../src");
const violations = roomViolations(source);
for (const { file, imports, why } of violations)
  console.error(imports === undefined ? why : `${file} imports ${imports}: ${why}`);
if (violations.length > 0) process.exit(1);
console.log("imports go down only, and through doors");
