import { judgesAsPlanned } from "./hybrid-judged.ts";

judgesAsPlanned("vitest", "jest", "node-test", "mocha");
