import { expect, test } from "vitest";
import { type Send, topLevelOf } from "../../../../src/clouds/index.ts";

const { remove } = topLevelOf("s3");

/** An account with one bucket, which nobody may remove while it has its policy; some cannot remove that either. */
function kept(policyStatus: number) {
  const asked: string[] = [];
  const send: Send = async ({ method, target }) => {
    const isFree = policyStatus < 300 && asked.includes("DELETE /photos?policy");
    asked.push(`${method} ${target}`);
    if (target.endsWith("?policy")) return { status: policyStatus, text: "" };
    return isFree ? { status: 204, text: "" } : { status: 403, text: "<Code>AccessDenied</Code>" };
  };
  return { asked, send };
}

test("a bucket that its policy keeps is freed of it first", async () => {
  const { asked, send } = kept(204);

  expect(await remove(send, "photos")).toBeUndefined();
  expect(asked).toEqual(["DELETE /photos", "DELETE /photos?policy", "DELETE /photos"]);
});

test("a bucket that cannot be freed is left, and it is told why", async () => {
  const { asked, send } = kept(501);

  expect(await remove(send, "photos")).toBe("the account answers 403 AccessDenied");
  expect(asked).toHaveLength(2);
});
