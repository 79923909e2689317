import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { curlOf, type Finding, scriptOf } from "../../../src/fidelity/index.ts";
import { ended, hasCurl } from "./ended.ts";
import { finding, step } from "./findings.ts";

type Answer = readonly [status: number, code: string | null];

const read = step("Container_GetAccessPolicy", { containerName: "ts000001" }, { via: "raw" });
const outcome = ([status, code]: Answer | [null, null], message: string | null = null) => ({
  status,
  code,
  label: "somebody 1.0.0",
  message,
});
const conflict: Answer = [409, "ContainerBeingDeleted"];
const missing: Answer = [409, "ContainerAlreadyExists"];
const unnamed: Answer = [409, null];
const made: Answer = [201, null];

/** An account that answers everything so. */
async function answering([status, code]: Answer): Promise<string> {
  const headers = code === null ? {} : { "x-ms-error-code": code };
  const server = createServer((_, response) => response.writeHead(status, headers).end());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/devstoreaccount1`;
}

const forms: readonly (readonly [
  form: string,
  program: string,
  written: (one: Finding) => Promise<string>,
])[] = [
  ["a script", process.execPath, scriptOf],
  ...(hasCurl ? [["lines with curl", "sh", curlOf] as const] : []),
];

const neverAnswered = outcome([null, null], "the interface knows no such answer");

describe.each(forms)("%s", (_form, program, written) => {
  test.each([
    ["shows again", 1, made, outcome(made), outcome(conflict)],
    ["does not show any more", 0, conflict, outcome(made), outcome(conflict)],
    ["shows again by its code", 1, missing, outcome(missing), outcome(conflict)],
    ["does not show any more by its code", 0, conflict, outcome(missing), outcome(conflict)],
    ["shows again without a code", 1, unnamed, outcome(unnamed), outcome(conflict)],
    ["shows again by a code that it should not have", 1, conflict, outcome(conflict), outcome(unnamed)],
    ["does not show any more, without a code", 0, unnamed, outcome(conflict), outcome(unnamed)],
    ["shows again, which is never answered", 1, conflict, outcome(conflict), neverAnswered],
    ["is another than the one that is never answered", 0, missing, outcome(conflict), neverAnswered],
  ] as const)(
    "tells that what was found %s, and ends with %i",
    async (_says, code, answer, emulator, reference) => {
      const found = finding("azure-blob", [read], { emulator, reference });

      const { code: endedWith, lines } = await ended(program, await written(found), await answering(answer));

      expect(endedWith, lines.join("\n")).toBe(code);
    },
  );
});
