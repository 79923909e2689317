import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Lab, parseServiceTargets } from "../../src/lab/index.ts";
import { touchstone } from "./command.ts";

const suite = `
import { CreateTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import test from "node:test";

test("makes a table", async () => {
  await new DynamoDBClient({}).send(
    new CreateTableCommand({
      TableName: "orders",
      KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
      AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
      BillingMode: "PAY_PER_REQUEST",
    }),
  );
});

test("computes", () => {});
`;

let cloud: Lab;
let folder: string;

beforeAll(async () => {
  cloud = await Lab.start(
    parseServiceTargets("dynamodb=dynalite", () => undefined),
    { cwd: process.cwd() },
  );
  folder = mkdtempSync(join(tmpdir(), "touchstone-modes-"));
  symlinkSync(join(import.meta.dirname, "../../node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  writeFileSync(join(folder, "orders.test.js"), suite);
  const account = {
    region: "us-east-1",
    accessKeyId: cloud.env["AWS_ACCESS_KEY_ID"],
    secretAccessKey: { env: "STAND_IN_SECRET" },
    endpoint: cloud.env["AWS_ENDPOINT_URL_DYNAMODB"],
  };
  const config = { services: { dynamodb: { emulator: "dynalite", cloud: account } }, policy: "monitor" };
  writeFileSync(join(folder, "touchstone.config.js"), `export default ${JSON.stringify(config)};`);
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await cloud[Symbol.asyncDispose]();
});

function perform(command: string, flags: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const secret = { STAND_IN_SECRET: cloud.env["AWS_SECRET_ACCESS_KEY"], CI: "" };
  return touchstone([command, ...flags, "--", "node", "--test"], "", {
    cwd: folder,
    env: { ...secret, ...env },
  });
}

test("a catalogue that nobody has made yet is told, and says that nothing agrees", async () => {
  const config = { services: { dynamodb: { emulator: "dynalite" } }, catalogue: "none.json" };
  writeFileSync(join(folder, "measured.config.js"), `export default ${JSON.stringify(config)};`);

  const { code, stderr, stdout } = await perform("run", [
    ...["--config", "measured.config.js", "--policy", "api", "--dry-run"],
  ]);

  expect(code).toBe(0);
  expect(stderr).toContain("there is no none.json yet, so that nothing is known to agree");
  expect(stdout).toContain("1 would be sent");
});

test("what is put off waits, runs alone later, and is then known", async () => {
  const off = await perform("run", ["--cloud", "defer"]);
  const later = await perform("run", ["--deferred"]);
  const nothing = await perform("run", ["--deferred"]);
  const known = await perform("run", []);

  expect(off).toMatchObject({ code: 0 });
  expect(off.stdout).toContain("1 test waits for the cloud");
  expect(later).toMatchObject({ code: 0 });
  expect(later.stdout).toContain("1 sent");
  expect(nothing).toMatchObject({ code: 0 });
  expect(known.stdout).toContain("on the safe list 1");
});

test("without credentials a run fails if it needs the cloud, or tells what it would send", async () => {
  const missing = { STAND_IN_SECRET: "" };

  const failed = await perform("run", ["--policy", "always"], missing);
  const listed = await perform("run", ["--policy", "always", "--no-cloud", "list"], missing);

  expect(failed).toMatchObject({ code: 1 });
  expect(failed.stdout).toContain("STAND_IN_SECRET, which is not set");
  expect(listed).toMatchObject({ code: 0 });
  expect(listed.stdout).toContain("orders.test.js > makes a table");
});

test("an audit sends everything, and says what the decisions were worth", async () => {
  const { stdout, code } = await perform("audit", ["--policy", "never", "--json"]);

  const { audit, sent } = JSON.parse(stdout) as { audit: unknown; sent: number };
  expect({ audit, sent, code }).toEqual({
    audit: { judged: 2, kept: 2, wrong: [], doubtful: [], needless: 0, unsent: 0 },
    sent: 2,
    code: 0,
  });
});

test.each([
  [["--cloud", "later"], "--cloud"],
  [["--deferred", "--cloud", "defer"], "take one of them"],
  [["--revalidate", "500%"], "at most 100%"],
])("run %s is refused", async (flags, says) => {
  const { stderr, code } = await perform("run", flags);

  expect(code).toBe(2);
  expect(stderr).toContain(says);
});
