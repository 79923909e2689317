export { outputFlags } from "./flags.ts";
export { RunOutput } from "./run-output.ts";
