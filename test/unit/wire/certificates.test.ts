import { X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { localAuthority } from "../../../src/wire/index.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "touchstone-authority-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

test("certifies names and addresses of this machine", async () => {
  const authority = await localAuthority(folder);

  const leaf = new X509Certificate(authority.certify(["127.0.0.1", "localhost", "::1"]).certificate);
  const issuer = new X509Certificate(readFileSync(authority.certificateFile));

  expect(leaf.verify(issuer.publicKey)).toBe(true);
  expect(leaf.checkIssued(issuer)).toBe(true);
  expect([leaf.checkIP("127.0.0.1"), leaf.checkIP("::1"), leaf.checkHost("localhost")]).toEqual([
    "127.0.0.1",
    "::1",
    "localhost",
  ]);
  expect(leaf.checkHost("example.com")).toBeUndefined();
  expect([issuer.ca, leaf.ca]).toEqual([true, false]);
});

test("is made once, also by several at the same time, and keeps its key to itself", async () => {
  const [first, second] = await Promise.all([localAuthority(folder), localAuthority(folder)]);
  const again = await localAuthority(folder);

  const texts = [first, second, again].map(({ certificateFile }) => readFileSync(certificateFile, "utf8"));
  const issuer = new X509Certificate(texts[0] ?? "");

  expect(new Set(texts).size).toBe(1);
  expect(new X509Certificate(second.certify(["localhost"]).certificate).verify(issuer.publicKey)).toBe(true);
  expect(statSync(join(folder, "authority/key.pem")).mode & 0o077).toBe(0);
});
