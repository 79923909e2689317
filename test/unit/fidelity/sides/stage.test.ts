import { expect, test } from "vitest";
import { openSide } from "../../../../src/fidelity/index.ts";
import { checkConfig } from "../../../../src/lab/config/index.ts";
import { answering } from "../../../integration/sdk/server.ts";

test("what a success refuses to remove in its body is removed when the stage is left", async () => {
  const refusal = { status: 200, body: "<Error><Code>AccessDenied</Code></Error>" };
  const first: (typeof refusal)[] = [];
  const { endpoint, arrived } = await answering((count) => {
    const { method } = arrived[count - 1] ?? {};
    if (method === "DELETE") return first.shift() ?? { status: 204 };
    return { status: method === "PUT" ? 200 : 404 };
  });
  await using side = await openSide("s3", endpoint, {
    cwd: process.cwd(),
    config: checkConfig({}, "config"),
  });
  const stage = side.open(["photos"]);
  await stage.call("owner", "CreateBucket", { Bucket: "photos" });
  first.push(refusal);

  const refused = await stage.call("owner", "DeleteBucket", { Bucket: "photos" });
  await stage[Symbol.asyncDispose]();
  await side.atRest();

  expect(refused).toMatchObject({ status: 200, code: "AccessDenied" });
  expect(arrived.filter(({ method }) => method === "DELETE")).toHaveLength(2);
});
