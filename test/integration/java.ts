import { spawnSync } from "node:child_process";

/** DynamoDB Local needs Java; where there is none, what needs it is skipped. */
export const javaIsThere: boolean = spawnSync("java", ["-version"]).status === 0;
