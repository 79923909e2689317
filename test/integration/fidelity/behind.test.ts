import { expect, test } from "vitest";
import { behindLab, CrashCounter } from "../../../src/fidelity/sides/behind.ts";
import { Lab, parseServiceTargets } from "../../../src/lab/index.ts";

test("the lab is closed, also where the contracts before it cannot be", async () => {
  await using lab = await Lab.start(
    parseServiceTargets("s3=s3rver", () => undefined),
    { cwd: process.cwd() },
  );
  const endpoint = lab.targets[0]?.endpoint ?? "";
  const stuck = new Error("the front is stuck");
  const front = { forget() {}, [Symbol.asyncDispose]: () => Promise.reject(stuck) };
  const behind = behindLab(lab, { endpoint, crashes: new CrashCounter(), front });
  await expect(fetch(endpoint)).resolves.toMatchObject({ status: expect.any(Number) });

  await expect(behind[Symbol.asyncDispose]()).rejects.toBe(stuck);

  await expect(fetch(endpoint)).rejects.toThrow("fetch failed");
});
