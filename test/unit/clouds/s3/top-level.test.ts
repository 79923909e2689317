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

/** An account with one bucket of these objects, which keep it from going. */
function filled(...keys: readonly string[]) {
  const [asked, objects] = [[] as string[], new Set(keys)];
  const send: Send = async ({ method, target }) => {
    asked.push(`${method} ${target}`);
    if (method === "GET") return { status: 200, text: listed([...objects]) };
    if (target === "/photos")
      return objects.size > 0
        ? { status: 409, text: "<Code>BucketNotEmpty</Code>" }
        : { status: 204, text: "" };
    objects.delete(decodeURIComponent(target.replace(/^.photos.|[?].*/g, "")));
    return { status: 204, text: "" };
  };
  return { asked, send };
}

const listed = (keys: readonly string[]) =>
  keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join("");

test("what is known to be in a bucket is not looked for", async () => {
  const { asked, send } = filled("a b", "c");

  expect(await remove(send, "photos", ["a b", "c"])).toBeUndefined();
  expect(asked).toEqual(["DELETE /photos/a%20b", "DELETE /photos/c", "DELETE /photos"]);
});

test("what is in it besides is found all the same", async () => {
  const { asked, send } = filled("a", "b");

  expect(await remove(send, "photos", ["a", "gone"])).toBeUndefined();
  expect(asked.filter((one) => one.startsWith("GET"))).toHaveLength(1);
  expect(asked.slice(-2)).toEqual(["DELETE /photos/b", "DELETE /photos"]);
});
