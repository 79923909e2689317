import { expect, test } from "vitest";
import { SettingsKeeper } from "../../../../src/fidelity/undo/settings.ts";

const settings = (cors: string, version: string) =>
  `<StorageServiceProperties><Cors>${cors}</Cors><DefaultServiceVersion>${version}</DefaultServiceVersion></StorageServiceProperties>`;

/** What is said of an account that was set to something, and makes something of its own of what is set back. */
async function restored(kept: (put: string) => string) {
  let current = settings("none", "2020-10-02");
  const keeper = new SettingsKeeper(async ({ method, body = "" }) => {
    if (method === "PUT") current = kept(body);
    return { status: method === "PUT" ? 202 : 200, text: method === "PUT" ? "" : current };
  });
  await keeper.remember();
  current = settings("all", "2026-01-01");
  return await keeper.restore();
}

test("settings that were set back are said nothing of", async () => {
  expect(await restored((put) => put)).toBeUndefined();
});

test("of settings that could not be set back it is said which", async () => {
  expect(await restored((put) => put.replace("none", ""))).toBe(
    "its settings are not what they were before (Cors)",
  );
});

test("where nothing is answered any more, nobody claims that they are others", async () => {
  let isGone = false;
  const keeper = new SettingsKeeper(async () => {
    if (isGone) throw new Error("ECONNREFUSED");
    return { status: 200, text: settings("none", "2020-10-02") };
  });
  await keeper.remember();
  isGone = true;

  expect(await keeper.restore()).toBe("nobody can tell whether its settings are what they were before");
});
