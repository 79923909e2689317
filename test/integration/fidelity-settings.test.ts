import { expect, test } from "vitest";
import type { State } from "../../src/clouds/index.ts";
import type { Side } from "../../src/fidelity/index.ts";
import type { RestoreOptions } from "../../src/fidelity/undo/settings.ts";
import { accountState, said, sideOf } from "./opened-side.ts";

/** Keeps what is deleted for a week, which Azurite does not forget again. */
async function setPolicy(side: Side, how: RestoreOptions): Promise<string> {
  await using stage = side.open([], how);
  const properties = { DeleteRetentionPolicy: { Enabled: true, Days: 7 } };
  return said(await stage.call("owner", "Service_SetProperties", { blobServiceProperties: properties }));
}

const policyIn = ({ service }: State) => (service as State)["deleteRetentionPolicy"];

test("settings of Azurite are left as good as new where that will do, and are new when asked for", async () => {
  const { side } = await sideOf("azure-blob", "azurite");
  await using _ = side;

  const set = await setPolicy(side, { asGoodAsNew: true });
  await side.atRest({ asGoodAsNew: true });
  const asGood = policyIn(await accountState(side));
  expect(side.isAsNew).toBe(false);
  await side.asNew();
  const asNew = policyIn(await accountState(side));

  expect([set, asGood, asNew]).toEqual(["202", { enabled: false }, undefined]);
  expect(side.isAsNew).toBe(true);
});

test("whoever does not say that as good as new will do leaves settings that are new", async () => {
  const { side } = await sideOf("azure-blob", "azurite");
  await using _ = side;

  const set = await setPolicy(side, {});

  expect([set, policyIn(await accountState(side))]).toEqual(["202", undefined]);
});
