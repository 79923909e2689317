import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Documents } from "../../app/src/documents.ts";
import { fresh } from "../../app/src/fresh.ts";

async function openShelf(): Promise<Documents> {
  const shelf = new Documents(fresh("shelf"));
  await shelf.open();
  return shelf;
}

describe.concurrent("documents", () => {
  const documents = new Documents("documents");
  beforeAll(() => documents.open());
  afterAll(() => documents.close());

  test("are read as they were saved", async () => {
    await documents.save("letter.txt", "Dear Sir");

    expect(await documents.read("letter.txt")).toBe("Dear Sir");
  });

  test("are replaced by whoever knows the version", async () => {
    const version = await documents.save("contract.txt", "draft");

    expect(await documents.replace("contract.txt", "signed", version)).toBe(true);
    expect(await documents.replace("contract.txt", "forged", version)).toBe(false);
    expect(await documents.read("contract.txt")).toBe("signed");
  });

  test("are put together from parts", async () => {
    await documents.assemble("novel.txt", ["It was ", "a dark ", "night"]);

    expect(await documents.read("novel.txt")).toBe("It was a dark night");
  });

  test.for(["plain.txt", "2026/ünï & 100%.txt", "a (b|c)* [d-f]+ $.txt"])(
    "may be called %s",
    async (name) => {
      await documents.save(name, "text");

      expect(await documents.read(name)).toBe("text");
    },
  );

  test("can be missing", async () => {
    expect(await documents.read("nowhere.txt")).toBeUndefined();
  });

  test("can be missing", async () => {
    await documents.save("short.txt", "-");
    await documents.remove("short.txt");

    expect(await documents.read("short.txt")).toBeUndefined();
  });

  test("are told by their type", async () => {
    await documents.save("typed.csv", "abc");

    const { size, type } = await documents.describe("typed.csv");

    expect(size).toBe(3);
    expect(type).toMatch(/^text\//);
  });

  test("are copied at once", async () => {
    await documents.save("original.txt", "me");

    expect(await documents.copy("original.txt", "copy.txt")).toBe("success");
  });

  test("are copied in their own time", async () => {
    await documents.save("large.txt", "me");

    expect(await documents.copy("large.txt", "large-copy.txt")).toBe("pending");
  });

  test("go when they are removed, on hold or not", async () => {
    await documents.save("hold/removed.txt", "evidence");

    await documents.remove("hold/removed.txt");

    expect(await documents.read("hold/removed.txt")).toBeUndefined();
  });

  test("stay while they are on hold", async () => {
    await documents.save("hold/kept.txt", "evidence");

    await documents.remove("hold/kept.txt");

    expect(await documents.read("hold/kept.txt")).toBe("evidence");
  });

  test.skip("are translated", async () => {
    expect(await documents.read("letter.fr.txt")).toBe("Cher Monsieur");
  });
});

describe("labels", () => {
  const documents = new Documents(fresh("labelled"));
  beforeAll(() => documents.open());

  test("are changed", async () => {
    await documents.save("a.txt", "a", { author: "Ann" });

    await documents.label("a.txt", { author: "Bob", year: "2026" });

    expect((await documents.describe("a.txt")).labels).toEqual({ author: "Bob", year: "2026" });
  });

  test("can be long", async () => {
    await documents.save("b.txt", "b");

    await documents.label("b.txt", { abstract: "long ".repeat(1700) });

    expect(Object.keys((await documents.describe("b.txt")).labels)).toEqual(["abstract"]);
  });

  test("have a limit", async () => {
    await documents.save("c.txt", "c");

    const labelled = documents.label("c.txt", { abstract: "long ".repeat(1700) });

    await expect(labelled).rejects.toMatchObject({ code: "MetadataTooLarge" });
  });
});

describe("shelves", () => {
  test("are read page by page", async () => {
    const shelf = await openShelf();
    for (const name of ["1.txt", "2.txt", "3.txt"]) await shelf.save(name, name);

    expect(await shelf.all()).toEqual(["1.txt", "2.txt", "3.txt"]);
  });

  test("fit on a page that is large enough", async () => {
    const shelf = await openShelf();
    for (const name of ["1.txt", "2.txt", "3.txt"]) await shelf.save(name, name);

    expect(await shelf.page(10)).toEqual({ names: ["1.txt", "2.txt", "3.txt"], hasMore: false });
  });

  test("come in pages as large as the service likes", async () => {
    const shelf = await openShelf();
    for (const name of ["1.txt", "2.txt", "3.txt"]) await shelf.save(name, name);

    expect(await shelf.page(10)).toEqual({ names: ["1.txt", "2.txt"], hasMore: true });
  });

  test("are opened again after they were closed", async () => {
    const shelf = await openShelf();
    await shelf.close();

    await shelf.open();

    expect(await shelf.all()).toEqual([]);
  });

  test("take their time to close", async () => {
    const shelf = await openShelf();
    await shelf.close();

    await expect(shelf.open()).rejects.toMatchObject({ code: "ContainerBeingDeleted" });
  });
});
