import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { SdkWatch } from "../../../../src/fidelity/repro/sent-by-sdk.ts";
import { temporaryFolderOfThisFile } from "../../../temporary-folder.ts";

const folder = temporaryFolderOfThisFile();

/** A project whose SDK is the real one, but for a call that it does not have yet. */
function projectWithout(command: string): string {
  const installed = join(folder, "node_modules", "@aws-sdk", "client-s3");
  mkdirSync(installed, { recursive: true });
  const real = JSON.stringify(import.meta.resolve("@aws-sdk/client-s3"));
  const lines = [`export * from ${real};`, `export const ${command} = undefined;`];
  writeFileSync(join(installed, "package.json"), '{"type":"module","exports":"./index.js"}');
  writeFileSync(join(installed, "index.js"), lines.join("\n"));
  return folder;
}

/** How many connections were opened meanwhile. */
function countConnections(): () => number {
  let count = 0;
  const note = () => void count++;
  subscribe("net.client.socket", note);
  onTestFinished(() => void unsubscribe("net.client.socket", note));
  return () => count;
}

test("nothing is seen, and nothing is sent, where the installed SDK has no such call", async () => {
  using watch = await SdkWatch.open("s3", projectWithout("PutObjectCommand"));
  const connections = countConnections();

  const lacking = await watch?.sent("PutObject", { Bucket: "shells", Key: "a", Body: Buffer.from("a") });
  const known = await watch?.sent("HeadBucket", { Bucket: "shells" });

  expect(lacking).toBeUndefined();
  expect(known?.headers).toHaveProperty("x-amz-date");
  expect(connections()).toBe(0);
});
