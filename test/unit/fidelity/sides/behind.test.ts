import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { allContracts, defaultWindows } from "../../../../src/clouds/index.ts";
import { behindLab, CrashCounter } from "../../../../src/fidelity/sides/behind.ts";
import { Lab, parseServiceTargets, StrictFront } from "../../../../src/lab/index.ts";

/** A lab of something that runs already, and contracts before it. */
async function strictLab() {
  const server = createServer((_, response) => void response.writeHead(404).end());
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const lab = await Lab.start(
    parseServiceTargets(`s3=${endpoint}`, () => undefined),
    { cwd: process.cwd() },
  );
  const front = await StrictFront.open(lab, { contracts: allContracts, windows: defaultWindows });
  return { endpoint, lab, front };
}

test("the lab is closed, also where the contracts before it cannot be", async () => {
  const { endpoint, lab, front } = await strictLab();
  const stuck = new Error("the front is stuck");
  onTestFinished(() => front[Symbol.asyncDispose]());
  const closed = vi.spyOn(lab, Symbol.asyncDispose);
  vi.spyOn(front, Symbol.asyncDispose).mockRejectedValueOnce(stuck);
  const behind = behindLab(lab, { endpoint, crashes: new CrashCounter(), front });

  await expect(behind[Symbol.asyncDispose]()).rejects.toBe(stuck);

  expect(closed).toHaveBeenCalledOnce();
});
