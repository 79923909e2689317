import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { openSafeList } from "../../../../src/hybrid/safe-list/index.ts";
import { loadPg } from "../../../../src/hybrid/safe-list/load-pg.ts";
import { postgresPlace } from "../../../../src/hybrid/safe-list/postgres-url.ts";
import { TouchstoneError } from "../../../../src/model/index.ts";
import { entry } from "../../../integration/safe-list/written.ts";

const home = mkdtempSync(join(tmpdir(), "touchstone-open-"));
afterAll(() => rmSync(home, { recursive: true }));
let cwd = "";
beforeEach(() => {
  cwd = mkdtempSync(join(home, "project-"));
});

/** What opening says; everything of it that could be shown. */
async function complaint(url: string): Promise<TouchstoneError> {
  const error: unknown = await openSafeList(url, cwd).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof TouchstoneError) return error;
  throw new Error("it opened", { cause: error });
}

describe("a file", () => {
  test("is made with its folders, where the project is", async () => {
    {
      await using store = await openSafeList("sqlite:.touchstone/deep/list.db", cwd);
      await store.add([entry("a")]);
    }

    expect(readdirSync(join(cwd, ".touchstone/deep"))).toEqual(["list.db"]);
    await using again = await openSafeList(`sqlite://${join(cwd, ".touchstone/deep/list.db")}`, "/");
    expect(await again.entries()).toHaveLength(1);
  });

  test("may be there, empty", async () => {
    writeFileSync(join(cwd, "list.db"), "");

    await using store = await openSafeList("sqlite:list.db", cwd);

    expect(await store.entries()).toEqual([]);
  });

  test("of another kind is left as it is", async () => {
    const file = join(cwd, "notes.txt");
    writeFileSync(file, "what I wanted to say ".repeat(40));

    const { code, message } = await complaint("sqlite:notes.txt");

    expect([code, message]).toEqual(["TS_NO_SAFE_LIST", `${file} is there, but is no safe list`]);
    expect(readFileSync(file, "utf8")).toBe("what I wanted to say ".repeat(40));
    expect(readdirSync(cwd)).toEqual(["notes.txt"]);
  });

  test("with another database is left as it is", async () => {
    const file = join(cwd, "other.db");
    using other = new DatabaseSync(file);
    other.exec("create table photos (name text)");
    const before = readFileSync(file);

    expect((await complaint("sqlite:other.db")).code).toBe("TS_NO_SAFE_LIST");

    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(cwd)).toEqual(["other.db"]);
  });

  test("of a newer version is left as it is", async () => {
    await (await openSafeList("sqlite:list.db", cwd))[Symbol.asyncDispose]();
    const file = join(cwd, "list.db");
    {
      using newer = new DatabaseSync(file);
      newer.exec("pragma user_version = 99");
    }
    const before = readFileSync(file);

    const { code, message, hint } = await complaint("sqlite:list.db");

    expect(code).toBe("TS_SAFE_LIST_NEWER");
    expect(message).toContain("has version 99, and this Touchstone knows versions up to 1");
    expect(hint).toContain("update");
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test("that is a folder, or in one that cannot be, is told", async () => {
    mkdirSync(join(cwd, "folder"));
    writeFileSync(join(cwd, "file"), "");

    expect((await complaint("sqlite:folder")).code).toBe("TS_NO_SAFE_LIST");
    expect((await complaint("sqlite:file/list.db")).code).toBe("TS_SAFE_LIST_STORE");
  });
});

test.each(["list.db", "sqlite:", "sqlite://host/list.db", "mysql://ada:secret@host/db", ""])(
  "%j is no URL of a safe list, and is not repeated",
  async (url) => {
    const { code, message, hint } = await complaint(url);

    expect(code).toBe("TS_SAFE_LIST_URL");
    expect(`${message} ${hint}`).not.toContain("secret");
    expect(hint).toContain("sqlite:PATH");
  },
);

describe("a server", () => {
  test("that cannot be reached is named without its password", async () => {
    const server = createServer((socket) => socket.end("no PostgreSQL: geheim/1 geheim%2F1")).listen(
      0,
      "127.0.0.1",
    );
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as { port: number };

    const error = await complaint(`postgres://ada:geheim%2F1@127.0.0.1:${port}/tests?sslpassword=hush`);
    server.close();

    expect(error.code).toBe("TS_SAFE_LIST_STORE");
    expect(error.message).toContain(`postgres://ada@127.0.0.1:${port}/tests`);
    expect([error.message, error.hint, error.stack, JSON.stringify(error)].join()).not.toMatch(/geheim|hush/);
    expect(error.cause).toBeUndefined();
  });

  test("by a URL that cannot be read does not show it", async () => {
    const error = await complaint("postgres://ada:geheim@[half/tests");

    expect(error.code).toBe("TS_SAFE_LIST_URL");
    expect([error.message, error.hint, error.stack].join()).not.toContain("geheim");
  });

  test("keeps each list in a schema, ours if none is named", () => {
    expect(postgresPlace("postgres://h/db").schema).toBe("touchstone");
    const web = postgresPlace("postgresql://ada:pw@h:6432/db?sslmode=require&schema=touchstone_web");
    expect(web.schema).toBe("touchstone_web");
    expect(web.connection).toBe("postgresql://ada:pw@h:6432/db?sslmode=require");
    expect(web.shown).toBe("postgresql://ada@h:6432/db (schema touchstone_web)");
    expect(() => postgresPlace('postgres://h/db?schema=a"; drop table x')).toThrow(
      "cannot be the name of a schema",
    );
  });

  test("takes every spelling of a secret out of what is said", () => {
    const { withoutSecrets } = postgresPlace("postgres://ada:a%2Fb@h/db?password=c d");

    expect(withoutSecrets("a%2Fb and a/b and c d")).toBe("… and … and …");
  });

  test("needs pg, and says how to install it", async () => {
    await expect(loadPg([home])).rejects.toThrow(
      expect.objectContaining({
        code: "TS_PACKAGE_MISSING",
        hint: expect.stringContaining("npm install --save-dev pg"),
      }),
    );
  });
});
