import { expect, test } from "vitest";
import { ReplayTarget } from "../../../src/fidelity/replay/replay-target.ts";
import { parseTarget, serviceTarget } from "../../../src/lab/index.ts";
import { answering } from "../sdk/server.ts";
import { recorded } from "./recordings.ts";

test("a refusal that stands in the body of a success is told in its own words", async () => {
  const failed = "<Error><Code>InternalError</Code><Message>We failed.</Message></Error>";
  const { endpoint, arrived } = await answering((count, url) => {
    // Nothing is there before it is made.
    if (arrived[count - 1]?.method !== "PUT") return { status: 404 };
    return { status: 200, ...(url.startsWith("/photos/copy") && { body: failed }) };
  });
  const copy = { send: "PUT /photos/copy", headers: { "x-amz-copy-source": "/photos/cat" } };
  const recording = recorded("photos", "https://s3.eu-west-1.amazonaws.com", [
    { send: "PUT /photos", status: 200 },
    { ...copy, status: 200, document: "<CopyObjectResult><ETag>e</ETag></CopyObjectResult>" },
  ]);
  await using target = await ReplayTarget.open([serviceTarget("s3", parseTarget(endpoint))], {
    cwd: process.cwd(),
  });

  const { discrepancies } = await target.perform(recording);

  expect(discrepancies).toMatchObject([
    {
      operation: "CopyObject",
      actual: { status: 200, code: "InternalError" },
      messages: { expected: null, actual: "We failed." },
    },
  ]);
});
