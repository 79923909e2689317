import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkConfig } from "../../../../src/lab/config/index.ts";
import { configuredContracts, userContracts } from "../../../../src/lab/index.ts";

function folderWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-contracts-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "contracts.mjs"), text);
  return folder;
}

const model = join(import.meta.dirname, "../../../../src/model/index.ts");

function written(on: string, id = "s3/mine"): string {
  return `
    import { contract, fault, inferred } from ${JSON.stringify(model)};
    export const mine = [contract({
      id: ${JSON.stringify(id)}, says: "mine is mine", on: [${JSON.stringify(on)}], when: () => true,
      answer: fault(403, "AccessDenied"), evidence: inferred("by me"), breaks: {}, keeps: {},
    })];
    export const other = 1;
  `;
}

test("contracts are found among what a file exports", async () => {
  const found = await userContracts("contracts.mjs", folderWith(written("PutObject")));

  expect(found.map(({ id, service }) => `${id} of ${service}`)).toEqual(["s3/mine of s3"]);
});

test.each([false, true, "if-refused", "head-only"])(
  "what a contract of a file looks at first stays what it is: %j",
  async (asksFirst) => {
    const text = written("GetObject").replace("when:", `asksFirst: ${JSON.stringify(asksFirst)}, when:`);

    await expect(userContracts("contracts.mjs", folderWith(text))).resolves.toMatchObject([{ asksFirst }]);
  },
);

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

test.each([
  [
    "noservice",
    /the contract noservice has a mistake/,
    /must be SERVICE\/name, with one of azure-blob, .* s3/,
  ],
  ["azure-blobs/mine", /the id azure-blobs\/mine begins with no service/, /Did you mean azure-blob\?/],
])("an id %s without a service is refused, with what to write", async (id, message, hint) => {
  const found = userContracts("contracts.mjs", folderWith(written("PutObject", id)));

  await expect(found).rejects.toMatchObject({
    message: expect.stringMatching(message),
    hint: expect.stringMatching(hint),
  });
});

test("an operation that a tracker waits for in vain is told", async () => {
  const found = userContracts(
    "contracts.mjs",
    folderWith(`
      import { contract, fault, lastSuccessOf, recorded } from ${JSON.stringify(model)};
      export const mine = contract({
        id: "s3/mine", says: "mine is mine", on: ["PutObject"], when: () => true, answer: fault(403, "AccessDenied"),
        track: { made: lastSuccessOf("MakeBucket").on("Bucket") },
        evidence: recorded("by me"), breaks: {}, keeps: {},
      });
    `),
  );

  await expect(found).rejects.toMatchObject({
    message: "contracts.mjs: s3/mine tracks MakeBucket, which s3 does not have",
  });
});

test("a contract with mistakes is refused with its file, its line, its id and all of them", async () => {
  const text = written("PutObject")
    .replace('inferred("by me")', '{ kind: "rumour" }')
    .replace("says:", "tells:");

  await expect(userContracts("contracts.mjs", folderWith(text))).rejects.toMatchObject({
    message: expect.stringMatching(
      /^contracts\.mjs cannot be loaded: the contract s3\/mine has 3 mistakes \(contracts\.mjs:3\)$/,
    ),
    hint: expect.stringMatching(/^says: must be .*\nevidence\.kind: must be .*"rumour"\ntells: is not known/),
  });
});

test("what is exported without contract() is one, too, and the mistakes of all are told at once", async () => {
  const plain = `
    const right = {
      id: "s3/plain", says: "plain is plain", on: ["PutObject"], when: () => true,
      answer: { status: 403, code: "AccessDenied" }, evidence: { kind: "recorded", source: "by me" }, breaks: {}, keeps: {},
    };`;

  const right = folderWith(`${plain} export { right };`);
  const wrong = folderWith(
    `${plain} export const [one, two] = [{ ...right, when: "yes" }, { ...right, id: 1 }];`,
  );

  await expect(userContracts("contracts.mjs", right)).resolves.toMatchObject([
    { id: "s3/plain", service: "s3", asksFirst: false, track: {} },
  ]);
  await expect(userContracts("contracts.mjs", wrong)).rejects.toMatchObject({
    code: "TS_CONTRACT",
    message: "contracts.mjs has 2 mistakes",
    hint: expect.stringMatching(/^s3\/plain: when: must be a function, but is "yes"\ntwo: id: must be /),
  });
});

test("two contracts of one id are refused; one that is exported twice is one", async () => {
  const twice = `${written("PutObject")} export const again = [...mine];`;
  const two = `${written("PutObject")} export const other2 = contract({ ...mine[0] });`;

  await expect(userContracts("contracts.mjs", folderWith(twice))).resolves.toHaveLength(1);
  await expect(userContracts("contracts.mjs", folderWith(two))).rejects.toMatchObject({
    message: "contracts.mjs has two contracts with the id s3/mine",
  });
});

test("a contract of the user's takes the place of ours of that id, and that is told", async () => {
  const id = "s3/parts-are-listed-in-order";
  const cwd = folderWith(written("CompleteMultipartUpload", id));
  const notes: string[] = [];

  const { contracts } = await configuredContracts(checkConfig({ contracts: "contracts.mjs" }, "the config"), {
    cwd,
    inferred: true,
    onNote: (note) => notes.push(note),
  });

  expect(contracts.filter((one) => one.id === id).map(({ says }) => says)).toEqual(["mine is mine"]);
  expect(notes).toEqual([`contracts.mjs: ${id} replaces touchstone's own contract`]);
});
