import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkConfig, loadConfig } from "../../../src/lab/config/index.ts";
import { parseTarget } from "../../../src/lab/index.ts";
import { requireAllowedHost } from "../../../src/lab/targets/running-already.ts";

let folder = "";

/** What a config that says nothing says. */
const rest = { pinned: { cloud: [], emulator: [] }, budget: {} };

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
  expect(config).toEqual({
    services: { "azure-blob": { emulator: "azurite@3.21.0" } },
    allowHosts: [],
    ...rest,
  });
});

test.each(["ts", "js"])(
  "reads a module in a project that says commonjs, as npm init writes it: .%s",
  async (ending) => {
    writeFileSync(join(folder, "package.json"), '{"type":"commonjs"}');
    writeFileSync(
      join(folder, `touchstone.config.${ending}`),
      'import { basename } from "node:path";\nexport default { services: { s3: { emulator: basename("a/s3rver") } } };',
    );

    const { config } = await loadConfig(folder);

    expect(config.services).toEqual({ s3: { emulator: "s3rver" } });
  },
);

test("a folder is no config", async () => {
  await expect(loadConfig(folder, ".")).rejects.toThrow("there is no config file .");
});

test("needs no config at all", async () => {
  expect(await loadConfig(folder)).toEqual({
    config: { services: {}, allowHosts: [], ...rest },
    file: undefined,
  });
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
    "the config: `servces` (did you mean `services`?) is not known; allowed: services, allowHosts, policy, catalogue, discrepant, contracts, windows, safeList, pinned, budget, prices, tests",
  ],
  [
    { services: { "azure-blbo": {} } },
    "services: `azure-blbo` (did you mean `azure-blob`?) is not known; allowed: azure-blob, azure-queue, azure-table, s3, dynamodb",
  ],
  [
    { services: { s3: { emulatr: "s3rver" } } },
    "services.s3: `emulatr` (did you mean `emulator`?) is not known; allowed: emulator, port, startedByTests, runs, cloud",
  ],
  [
    { services: { s3: { emulator: "minio" } } },
    "services.s3.emulator: there is no emulator `minio`. The emulators are azurite, dynalite, dynamodb-local, s3rver, each with @VERSION if you like; anything else by its URL.",
  ],
  [
    { services: { s3: { port: 70_000 } } },
    "services.s3.port: must be a whole number from 1 to 65535, but is 70000",
  ],
  [
    { services: { s3: { port: "80" } } },
    'services.s3.port: must be a whole number from 1 to 65535, but is "80"',
  ],
  [
    { services: { s3: { port: 70_000.5 } } },
    "services.s3.port: must be a whole number from 1 to 65535, but is 70000.5",
  ],
  [
    { services: { s3: { emulator: 1 } } },
    "services.s3.emulator: must be the name of an emulator, or a URL, but is 1",
  ],
  [
    { services: { s3: "s3rver" } },
    'services.s3: must be an object with emulator, port, startedByTests, runs and cloud, which may all be left out, but is "s3rver"',
  ],
  [{ services: ["s3"] }, "services: must be an object whose fields are services, but is a list"],
  [{ allowHosts: {} }, "allowHosts: must be a list of hosts, but is an object"],
  [
    { allowHosts: ["a", "b c"] },
    'allowHosts[1]: must be the name or address of a host, without scheme and port, but is "b c"',
  ],
  [
    { a: 1, b: 2 },
    "the config: `a`, `b` are not known; allowed: services, allowHosts, policy, catalogue, discrepant, contracts, windows, safeList, pinned, budget, prices, tests",
  ],
  [
    () => ({}),
    "the config: must be an object with services, allowHosts and more, which may all be left out, but is a function",
  ],
])("points at the field that is wrong: %o", (value, line) => {
  expect(() => checkConfig(value, "touchstone.config.ts")).toThrow(
    expect.objectContaining({ code: "TS_CONFIG", message: "touchstone.config.ts has a mistake", hint: line }),
  );
});

test.each(["[fd00::1]", "fd00::1", "FD00:0::1"])("the host of a target may be the address %s", (written) => {
  const { allowHosts } = checkConfig({ allowHosts: [written] }, "touchstone.config.ts");
  const target = parseTarget("http://[fd00::1]:9000");

  expect(() => requireAllowedHost(target, allowHosts)).not.toThrow();
  expect(() => requireAllowedHost(target, ["[fd00::2]"])).toThrow(
    expect.objectContaining({
      code: "TS_HOST_NOT_ALLOWED",
      hint: expect.stringContaining('allowHosts: ["[fd00::1]"]'),
    }),
  );
});

test.each(["http://a", "a:80", "[fd00::1]:80", "a/b", "user@a", "", "[a]"])("%j is no host alone", (text) => {
  expect(() => checkConfig({ allowHosts: [text] }, "touchstone.config.ts")).toThrow("a mistake");
});
