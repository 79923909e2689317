import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, createServer } from "node:tls";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
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

test("is believed about this machine, and about no other host", async () => {
  const { certify, certificateFile } = await localAuthority(folder);
  const ca = readFileSync(certificateFile);
  const greet = async (hosts: readonly string[], servername: string) => {
    const { certificate: cert, key } = certify(hosts);
    const server = createServer({ cert, key }, (socket) => socket.end("hello")).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const socket = connect({
      port: (server.address() as AddressInfo).port,
      host: "127.0.0.1",
      servername,
      ca,
    });
    onTestFinished(() => void socket.destroy());
    const [data] = (await once(socket, "data")) as [Buffer];
    return data.toString();
  };

  expect(await greet(["localhost"], "localhost")).toBe("hello");
  await expect(greet(["example.com"], "example.com")).rejects.toThrow("permitted subtree violation");
});

test("keeps what the user has clients trust already", async () => {
  const own = (await localAuthority(join(folder, "other"))).certificateFile;
  vi.stubEnv("NODE_EXTRA_CA_CERTS", own);
  onTestFinished(() => void vi.unstubAllEnvs());

  const { additionFile, bundleFile, certificateFile } = await localAuthority(folder);

  for (const file of [additionFile, bundleFile]) {
    expect(readFileSync(file, "utf8")).toContain(readFileSync(own, "utf8").trim());
    expect(readFileSync(file, "utf8")).toContain(readFileSync(certificateFile, "utf8").trim());
  }
});

test("is made anew when its key is not its own", async () => {
  const old = readFileSync((await localAuthority(folder)).certificateFile, "utf8");
  writeFileSync(join(folder, "authority/key.pem"), "nonsense");

  const fresh = await localAuthority(folder);

  expect(readFileSync(fresh.certificateFile, "utf8")).not.toBe(old);
  expect(new X509Certificate(fresh.certify(["localhost"]).certificate).checkHost("localhost")).toBe(
    "localhost",
  );
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
