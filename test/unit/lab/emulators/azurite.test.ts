import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { withoutTelemetry } from "../../../../src/lab/emulators/azurite.ts";

const { resolve } = createRequire(import.meta.url);
const folder = dirname(resolve("azurite/package.json"));

function loadedWith(...args: readonly string[]): unknown {
  const telemetry = createRequire(join(folder, "package.json")).resolve("applicationinsights");
  const program = `console.log(JSON.stringify(Object.keys(require(${JSON.stringify(telemetry)}))))`;
  return JSON.parse(
    spawnSync(process.execPath, [...args, "--eval", program], { encoding: "utf8" }).stdout,
  ) as unknown;
}

test("Azurite finds nothing where its telemetry would be", () => {
  const telemetry = loadedWith("--import", withoutTelemetry({ folder }));

  expect(telemetry).toEqual([]);
});

test("an Azurite that has no telemetry is started all the same", () => {
  const preload = withoutTelemetry({ folder: "/nowhere" });

  const { status, stdout } = spawnSync(
    process.execPath,
    ["--import", preload, "--eval", "console.log('it runs')"],
    { encoding: "utf8" },
  );

  expect({ status, stdout }).toEqual({ status: 0, stdout: "it runs\n" });
});
