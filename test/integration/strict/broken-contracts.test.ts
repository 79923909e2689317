import { BlobServiceClient } from "@azure/storage-blob";
import { expect, test } from "vitest";
import { allContracts } from "../../../src/clouds/index.ts";
import { contractHeader } from "../../../src/lab/index.ts";
import { contract, fault, recorded, type Tracker } from "../../../src/model/index.ts";
import { startStrict } from "./strict-emulator.ts";

const shared = { on: ["BlockBlob_Upload"], evidence: recorded("our account"), breaks: {}, keeps: {} };
const forgetful: Tracker<number> = {
  name: "a tracker with a mistake in it",
  operations: ["BlockBlob_Upload"],
  key: () => "all",
  next: () => {
    throw new Error("it cannot count");
  },
};
const own = [
  contract({
    ...shared,
    id: "azure-blob/no-private-photos",
    says: "photos are not private",
    when: ({ input }) => (input["metadata"] as Record<string, string>)["kind"] === "private",
    answer: fault(403, "AuthorizationFailure"),
  }),
  contract({
    ...shared,
    id: "azure-blob/no-words",
    says: "nothing, since it does not know what",
    on: ["Container_GetProperties"],
    when: () => true,
    answer: () => undefined as never,
  }),
  contract({
    ...shared,
    id: "azure-blob/no-memory",
    says: "what was before",
    on: ["BlockBlob_Upload"],
    track: { forgetful },
    when: () => false,
    answer: fault(400, "Never"),
  }),
];

test("a contract that throws changes nothing; the answer says so, and stderr once", async () => {
  const notes: string[] = [];
  await using strict = await startStrict(["azure-blob"], {
    contracts: [...own, ...allContracts],
    onNote: (note) => notes.push(note),
  });
  const service = BlobServiceClient.fromConnectionString(strict.env["AZURE_STORAGE_CONNECTION_STRING"] ?? "");
  const container = service.getContainerClient("photos");
  await container.create();
  const blob = container.getBlockBlobClient("a.txt");

  const first = await blob.upload("hello", 5);
  const second = await blob.upload("hello", 5);
  const properties = await container.getProperties();
  const refused = await blob.upload("hello", 5, { metadata: { kind: "private" } }).catch((error) => error);

  expect([first, second].map(({ _response }) => _response.status)).toEqual([201, 201]);
  expect(first._response.headers.get("x-touchstone-error")).toMatch(
    /^the contract azure-blob\/no-private-photos cannot be asked: .*undefined/,
  );
  expect(first._response.headers.get(contractHeader)).toBeUndefined();
  expect(properties._response.status).toBe(200);
  expect(properties._response.headers.get("x-touchstone-error")).toContain("azure-blob/no-words");
  expect(refused.code).toBe("AuthorizationFailure");
  expect(notes.map((note) => /the contract (\S+)/.exec(note)?.[1])).toEqual([
    "azure-blob/no-private-photos",
    "azure-blob/no-memory",
    "azure-blob/no-words",
  ]);
});
