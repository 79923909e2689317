import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { ServiceName } from "../../../src/clouds/index.ts";
import type { Step } from "../../../src/explore/index.ts";
import { curlOf, type Finding, scriptOf } from "../../../src/fidelity/index.ts";
import { localAuthority } from "../../../src/wire/index.ts";
import { type Ended, ended, hasCurl } from "./ended.ts";
import { finding, step } from "./findings.ts";

type Perform = (found: Finding, endpoint: string, env?: NodeJS.ProcessEnv) => Promise<Ended>;

const script: Perform = async (found, ...rest) => ended(process.execPath, await scriptOf(found), ...rest);
const lines: Perform = async (found, ...rest) => ended("sh", await curlOf(found), ...rest);

const forms: readonly (readonly [string, Perform])[] = [
  ["a script", script],
  ...(hasCurl ? [["lines with curl", lines] as const] : []),
];

const made = step("Container_Create", { containerName: "ts000001" });
const read = step("Container_GetProperties", { containerName: "ts000001" });
const silent = { status: null, code: null, label: "emulator 1.0.0", message: null };

/** An address at which nobody listens any more. */
async function nobody(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await once(server.close(), "close");
  return `http://127.0.0.1:${port}/devstoreaccount1`;
}

describe.each(forms)("%s", (_form, performed) => {
  test.each<readonly [ServiceName, Step]>([
    ["azure-blob", made],
    ["dynamodb", step("ListTables", {})],
    ["s3", step("CreateBucket", { Bucket: "ts000001" }, { via: "raw" })],
  ])("does not take it for the finding that nobody listens: %s", async (service, one) => {
    const endpoint = await nobody();

    const { code, lines: said } = await performed(finding(service, [one], { emulator: silent }), endpoint);

    expect(said.join("\n")).toContain(`nobody can be reached at ${endpoint}`);
    expect(said.join("\n")).not.toMatch(/, found .*\(emulator|as found/);
    expect(code).toBe(2);
  });

  test("takes it for the finding that somebody dies of a call", async () => {
    const server = createServer((socket) => {
      socket.once("data", () => {
        socket.end("HTTP/1.1 201 Created\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        server.close();
      });
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const crash = finding("azure-blob", [made, read], {
      rootCause: "crash",
      emulator: silent,
      differences: [{ place: "process", emulator: "died", reference: null }],
    });

    const { code, lines: said } = await performed(crash, `http://127.0.0.1:${port}/devstoreaccount1`);

    expect(said.join("\n")).not.toContain("nobody can be reached");
    expect(code).toBe(1);
  });

  test("says so where a certificate is not trusted, and trusts what it is told to", async () => {
    const cache = mkdtempSync(join(tmpdir(), "touchstone-authority-"));
    onTestFinished(() => rmSync(cache, { recursive: true }));
    const authority = await localAuthority(cache);
    const { certificate: cert, key } = authority.certify(["127.0.0.1"]);
    const server = createSecureServer({ cert, key }, (_, response) => {
      response.writeHead(400, { "x-ms-error-code": "Refused" }).end();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const endpoint = `https://127.0.0.1:${(server.address() as AddressInfo).port}/devstoreaccount1`;
    const untold = { NODE_EXTRA_CA_CERTS: "", SSL_CERT_FILE: "" };
    const told = { NODE_EXTRA_CA_CERTS: authority.additionFile, SSL_CERT_FILE: authority.bundleFile };

    const wary = await performed(finding("azure-blob", [made]), endpoint, untold);
    const trusting = await performed(finding("azure-blob", [made]), endpoint, told);

    expect(wary).toMatchObject({
      code: 2,
      lines: expect.arrayContaining([expect.stringMatching(/says whom to trust/)]),
    });
    expect(trusting).toMatchObject({
      code: 0,
      lines: expect.arrayContaining([expect.stringContaining("400")]),
    });
  });
});
