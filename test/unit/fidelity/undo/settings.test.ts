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

const policy = (says: string) => `<DeleteRetentionPolicy>${says}</DeleteRetentionPolicy>`;
const disabled = policy("<Enabled>false</Enabled>");
const within = (parts: string) => `<StorageServiceProperties>${parts}</StorageServiceProperties>`;
const unset = within("<Cors/>");

/** An account that keeps a policy once it was set, until another one is. */
function keepingAccount() {
  let current = unset;
  const account = {
    puts: 0,
    get says() {
      return current;
    },
    set(body: string) {
      const kept = body.includes("DeleteRetentionPolicy") ? "" : /<DeleteRet.*Policy>/.exec(current)?.[0];
      current = body.replace("</StorageServiceProperties>", `${kept ?? ""}</StorageServiceProperties>`);
    },
    begun: 0,
    begin() {
      current = unset;
      account.begun++;
    },
  };
  const keeper = new SettingsKeeper(
    async ({ method, body = "" }) => {
      if (method === "GET") return { status: 200, text: current };
      account.puts++;
      account.set(body);
      return { status: 202, text: "" };
    },
    () => account.begun,
  );
  return { account, keeper };
}

test("a part that does not go again is set to nothing, which is as good as new, but not new", async () => {
  const { account, keeper } = keepingAccount();
  await keeper.remember();
  account.set(within(policy("<Enabled>true</Enabled><Days>7</Days>")));

  const asGood = await keeper.restore({ asGoodAsNew: true });
  const { isAsNew } = keeper;
  const asNew = await keeper.restore();

  expect(account.says).toBe(within(`<Cors/>${disabled}`));
  expect(asGood).toBeUndefined();
  expect(isAsNew).toBe(false);
  expect(asNew).toBe("its settings are not what they were before (DeleteRetentionPolicy)");
});

test("what is as good as new is not set twice, and what began anew is new", async () => {
  const { account, keeper } = keepingAccount();
  await keeper.remember();
  account.set(within(policy("<Enabled>true</Enabled><Days>7</Days>")));
  await keeper.restore({ asGoodAsNew: true });
  const { puts } = account;
  await keeper.restore({ asGoodAsNew: true });
  const again = account.puts - puts;
  account.begin();

  expect([puts, again, keeper.isAsNew]).toEqual([2, 1, true]);
  expect(await keeper.restore()).toBeUndefined();
  expect(account.says).toBe(unset);
});

test("a part that is not set to nothing although it was asked to be is told, also where that would do", async () => {
  let current = unset;
  const keeper = new SettingsKeeper(async () => ({ status: 200, text: current }));
  await keeper.remember();
  current = within(policy("<Enabled>true</Enabled>"));

  expect(await keeper.restore({ asGoodAsNew: true })).toBe(
    "its settings are not what they were before (DeleteRetentionPolicy)",
  );
});
