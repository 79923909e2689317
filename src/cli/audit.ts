import { auditOf } from "../report/index.ts";
import type { Command } from "./command.ts";
import { hybridFlags, runHybrid } from "./hybrid-command.ts";
import { labArguments } from "./lab-command.ts";

export const audit: Command = {
  name: "audit",
  summary: "run every test on emulators and on the cloud, and show the decisions that would have been wrong",
  args: labArguments,
  flags: hybridFlags,
  takesCommand: "with a result of our own",
  notes: [
    "Every test is decided on as touchstone run would, by the policy and the safe list, and then sent to the cloud all the",
    "same. The exit code is 1 if a test would have been kept on the emulator though the cloud says otherwise, and if a",
    "test could not be sent.",
  ],
  examples: [
    "touchstone audit -- npx vitest run",
    "touchstone audit --policy api --max-cost 0.50 -- npm test",
  ],
  async run(input) {
    return await runHybrid(input, "audit", { scope: "audit" }, (report) => {
      const { wrong, unsent } = auditOf(report);
      return wrong.length > 0 || unsent > 0 ? 1 : 0;
    });
  },
};
