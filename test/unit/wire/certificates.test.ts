import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { connect, createServer, rootCertificates } from "node:tls";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { localAuthority } from "../../../src/wire/index.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "touchstone-authority-"));
  for (const name of ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "AWS_CA_BUNDLE"]) {
    vi.stubEnv(name, undefined);
  }
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

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

  const { additionFile, bundleFile, certificateFile } = await localAuthority(folder);

  for (const file of [additionFile, bundleFile]) {
    expect(readFileSync(file, "utf8")).toContain(readFileSync(own, "utf8").trim());
    expect(readFileSync(file, "utf8")).toContain(readFileSync(certificateFile, "utf8").trim());
  }
});

test("does not grow by its own files, nor by what the variables name twice", async () => {
  const own = (await localAuthority(join(folder, "other"))).certificateFile;
  const { additionFile, bundleFile, certificateFile } = await localAuthority(folder);
  vi.stubEnv("NODE_EXTRA_CA_CERTS", own);
  vi.stubEnv("AWS_CA_BUNDLE", join(folder, "copy.pem"));
  writeFileSync(join(folder, "copy.pem"), readFileSync(own, "utf8").repeat(2));
  await localAuthority(folder);
  vi.stubEnv("NODE_EXTRA_CA_CERTS", additionFile);
  vi.stubEnv("SSL_CERT_FILE", bundleFile);
  vi.stubEnv("REQUESTS_CA_BUNDLE", folder);

  for (let again = 0; again < 3; again++) await localAuthority(folder);

  const certificates = (file: string) => readFileSync(file, "utf8").match(/[^-]+(?=-----END)/g) ?? [];
  const expected = [...certificates(own), ...certificates(certificateFile)].map((text) => text.trim());
  expect(certificates(additionFile).map((text) => text.trim())).toEqual(expected);
  expect(certificates(bundleFile)).toHaveLength(rootCertificates.length + 2);
});

test("several at once find one authority, and whole files, in a folder that has it already", async () => {
  const { additionFile, bundleFile } = await localAuthority(folder);
  const before = [additionFile, bundleFile].map((file) => readFileSync(file, "utf8"));

  const all = await Promise.all(Array.from({ length: 8 }, () => localAuthority(folder)));

  expect(new Set(all.map(({ certificateFile }) => certificateFile)).size).toBe(1);
  expect([additionFile, bundleFile].map((file) => readFileSync(file, "utf8"))).toEqual(before);
  expect(readdirSync(dirname(additionFile)).toSorted()).toEqual([
    "addition.pem",
    "bundle.pem",
    "certificate.pem",
    "key.pem",
  ]);
});

test("is made anew when its key is not its own", async () => {
  const { certificateFile } = await localAuthority(folder);
  const old = readFileSync(certificateFile, "utf8");
  writeFileSync(join(dirname(certificateFile), "key.pem"), "nonsense");

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
  expect(statSync(join(dirname(first.certificateFile), "key.pem")).mode & 0o077).toBe(0);
});
