import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readCatalogue, withListed } from "../../../../src/hybrid/index.ts";

function folderWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-catalogue-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "catalogue.json"), text);
  return folder;
}

const text = JSON.stringify({
  touchstone: "catalogue",
  version: 1,
  emulators: {
    "azurite 3.36.0": {
      operations: { "azure-blob Blob_Delete": "agrees", "azure-blob Container_Create": "differs" },
      findings: [],
    },
  },
});

test("a catalogue speaks of the version that was measured, and of no other", async () => {
  const { verdict } = await readCatalogue("catalogue.json", folderWith(text));

  expect(verdict("azurite 3.36.0", "azure-blob Blob_Delete")).toBe("agrees");
  expect(verdict("azurite 3.36.0", "azure-blob Container_Create")).toBe("differs");
  expect(verdict("azurite 3.36.0", "azure-blob Blob_Undelete")).toBeUndefined();
  expect(verdict("azurite 3.37.0", "azure-blob Blob_Delete")).toBeUndefined();
});

test("what agrees with stand-ins alone is not known of the cloud, and what differs from them differs", async () => {
  const agrees = ["cloud", "both", "recording", "contracts", "emulator", "archive", "by-hand"];
  const { verdict } = await readCatalogue(
    "catalogue.json",
    folderWith(
      JSON.stringify({
        touchstone: "catalogue",
        version: 1,
        emulators: {
          "azurite 3.36.0": {
            operations: {
              ...Object.fromEntries(agrees.map((name) => [name, "agrees"])),
              broken: "differs",
            },
            references: {
              "the cloud": ["cloud", "both"],
              "recording cloud.jsonl.gz": ["recording"],
              "contracts (on azurite 3.36.0)": ["contracts", "both", "broken"],
              "azurite 3.37.0": ["emulator"],
              "stand-in recording tests.jsonl": ["archive"],
            },
          },
        },
      }),
    ),
  );

  const verdicts = [...agrees, "broken"].map((name) => [name, verdict("azurite 3.36.0", name)]);
  expect(Object.fromEntries(verdicts)).toEqual({
    cloud: "agrees",
    both: "agrees",
    recording: "agrees",
    contracts: "unproven",
    emulator: "unproven",
    archive: "unproven",
    "by-hand": "agrees",
    broken: "differs",
  });
});

test("what the config names as differing differs, whatever was measured", async () => {
  const measured = await readCatalogue("catalogue.json", folderWith(text));
  const { verdict } = withListed(measured, ["azure-blob Blob_Delete", "azure-blob Blob_Undelete"]);

  expect(verdict("azurite 3.36.0", "azure-blob Blob_Delete")).toBe("differs");
  expect(verdict("azurite 3.36.0", "azure-blob Blob_Undelete")).toBe("differs");
  expect(verdict("azurite 3.36.0", "azure-blob Blob_Query")).toBeUndefined();
});

test.for([
  ["", "catalogue.json is no catalogue: it: Invalid input: expected object, received undefined"],
  [
    '{"touchstone":"catalogue","version":2,"emulators":{}}',
    "catalogue.json is no catalogue: version: Invalid input: expected 1",
  ],
  [
    '{"touchstone":"catalogue","version":1,"emulators":{"a":{"operations":{"b":"maybe"}}}}',
    'catalogue.json is no catalogue: emulators.a.operations.b: Invalid option: expected one of "agrees"|"differs"',
  ],
] as const)("a file that is no catalogue is refused by its place: %s", async ([content, message]) => {
  await expect(readCatalogue("catalogue.json", folderWith(content))).rejects.toMatchObject({ message });
});
