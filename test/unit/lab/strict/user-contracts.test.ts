import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { userContracts } from "../../../../src/lab/index.ts";

function folderWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-contracts-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "contracts.mjs"), text);
  return folder;
}

const model = join(import.meta.dirname, "../../../../src/model/index.ts");

function written(on: string): string {
  return `
    import { contract, fault, inferred } from ${JSON.stringify(model)};
    export const mine = [contract({
      id: "s3/mine", says: "mine is mine", on: [${JSON.stringify(on)}], when: () => true,
      answer: fault(403, "AccessDenied"), evidence: inferred("by me"), breaks: {}, keeps: {},
    })];
    export const other = 1;
  `;
}

test("contracts are found among what a file exports", async () => {
  const found = await userContracts("contracts.mjs", folderWith(written("PutObject")));

  expect(found.map(({ id, service }) => `${id} of ${service}`)).toEqual(["s3/mine of s3"]);
});

test("an operation that there is not is told, with the one that was meant", async () => {
  const found = userContracts("contracts.mjs", folderWith(written("PutObjekt")));

  await expect(found).rejects.toMatchObject({
    code: "TS_CONTRACT",
    message: "contracts.mjs: s3/mine is on PutObjekt, which s3 does not have",
    hint: "Did you mean PutObject?",
  });
});

test.each([
  ["contracts.mjs", "contracts.mjs exports no contracts"],
  ["missing.mjs", "there is no file of contracts missing.mjs"],
])("a file %s without contracts is refused", async (file, message) => {
  const found = userContracts(file, folderWith("export const nothing = 1;"));

  await expect(found).rejects.toMatchObject({ code: "TS_CONTRACT", message });
});
