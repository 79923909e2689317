import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkConfig, loadConfig } from "../../../src/lab/config/index.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "touchstone-config-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

test("reads a TypeScript config and fills in the rest", async () => {
  writeFileSync(
    join(folder, "touchstone.config.ts"),
    'const emulator: string = "azurite@3.21.0"; export default { services: { "azure-blob": { emulator } } };',
  );

  const { config, file } = await loadConfig(folder);

  expect(file).toBe(join(folder, "touchstone.config.ts"));
  expect(config).toEqual({ services: { "azure-blob": { emulator: "azurite@3.21.0" } }, allowHosts: [] });
});

test("needs no config at all", async () => {
  expect(await loadConfig(folder)).toEqual({ config: { services: {}, allowHosts: [] }, file: undefined });
});

test.each([
  ["a file that is named but not there", undefined, "there is no config file other.ts"],
  ["a file without a default export", "export const a = 1;", "other.ts has no default export"],
  ["a file that does not load", "export default {", "other.ts cannot be loaded"],
])("says so for %s", async (_, text, message) => {
  if (text !== undefined) writeFileSync(join(folder, "other.ts"), text);

  await expect(loadConfig(folder, "other.ts")).rejects.toThrow(message);
});

test.each([
  [
    { servces: {} },
    "the config: `servces` (did you mean `services`?) is not known; allowed: services, allowHosts",
  ],
  [
    { services: { "azure-blbo": {} } },
    "services: `azure-blbo` (did you mean `azure-blob`?) is not known; allowed: azure-blob, azure-queue, azure-table, s3, dynamodb",
  ],
  [
    { services: { s3: { emulatr: "s3rver" } } },
    "services.s3: `emulatr` (did you mean `emulator`?) is not known; allowed: emulator, port",
  ],
  [
    { services: { s3: { emulator: "minio" } } },
    "services.s3.emulator: there is no emulator `minio`. The emulators are azurite, dynalite, dynamodb-local, s3rver, each with @VERSION if you like; anything else by its URL.",
  ],
  [{ services: { s3: { port: 70_000 } } }, "services.s3.port: Too big: expected number to be <=65535"],
  [{ allowHosts: ["a", "b c"] }, "allowHosts[1]: Invalid hostname"],
])("points at the field that is wrong: %j", (value, line) => {
  expect(() => checkConfig(value, "touchstone.config.ts")).toThrow(
    expect.objectContaining({ code: "TS_CONFIG", message: "touchstone.config.ts has a mistake", hint: line }),
  );
});
