import { afterAll, describe, expect, test } from "vitest";
import { openSafeList } from "../../../src/hybrid/safe-list/index.ts";
import { loadPg } from "../../../src/hybrid/safe-list/load-pg.ts";
import { postgresPassword, startPostgres } from "../../postgres-server.ts";
import { entry } from "./written.ts";

const server = await startPostgres().catch(() => undefined);
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
});

const here = import.meta.dirname;

/** What an administrator does on the server. */
async function administer(...statements: readonly string[]): Promise<void> {
  const { Client } = await loadPg([here]);
  const client = new Client(server?.freshUrl());
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

function urlOf(schema: string, user = "postgres", password = postgresPassword): string {
  return `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${server?.port}/postgres?schema=${schema}`;
}

describe.skipIf(server === undefined)("a safe list on a PostgreSQL server", () => {
  test("refuses a wrong password without showing it", async () => {
    const opening = openSafeList(urlOf("x", "postgres", "not-the-word"), here);

    await expect(opening).rejects.toThrow(
      expect.objectContaining({
        code: "TS_SAFE_LIST_STORE",
        message: expect.stringMatching(/password authentication failed(?!.*not-the-word)/),
        hint: "See whether user and password are right.",
      }),
    );
  });

  test("leaves a list of a newer version as it is", async () => {
    await (await openSafeList(urlOf("newer"), here))[Symbol.asyncDispose]();
    await administer("update newer.safe_list_version set version = 99");

    await expect(openSafeList(urlOf("newer"), here)).rejects.toThrow(
      expect.objectContaining({ code: "TS_SAFE_LIST_NEWER" }),
    );
  });

  test("lets those read who may only read, and tells them that they may not write", async () => {
    await using owner = await openSafeList(urlOf("shared"), here);
    await owner.add([entry("a")]);
    await administer(
      "create role reader login password 'reading'",
      "grant usage on schema shared to reader",
      "grant select on all tables in schema shared to reader",
    );

    await using reader = await openSafeList(urlOf("shared", "reader", "reading"), here);

    expect(await reader.entries()).toEqual([entry("a")]);
    await expect(reader.add([entry("b")])).rejects.toThrow(
      expect.objectContaining({ hint: expect.stringContaining("The user may not do this") }),
    );
  });

  test("goes on after the server closed its connections", async () => {
    await using store = await openSafeList(urlOf("lasting"), here);
    await store.add([entry("a")]);
    await administer(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'touchstone'",
    );

    await expect.poll(() => store.entries().catch(() => [])).toHaveLength(1);
    await store.add([entry("b")]);
    expect(await store.entries()).toHaveLength(2);
  });
});
