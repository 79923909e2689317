import { X509Certificate } from "node:crypto";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { type CertifiedKey, certifyHosts, makeAuthority } from "./certificate.ts";

/** The local authority: its files are what clients are told to trust. */
export interface Authority {
  /** Its certificate alone, for clients that add to what they trust. */
  readonly certificateFile: string;
  /** Its certificate after the public ones, for clients that replace what they trust. */
  readonly bundleFile: string;
  /** A fresh certificate for these hosts. */
  readonly certify: (hosts: readonly string[]) => CertifiedKey;
}

const name = "Touchstone local authority";

/**
 * The authority in a folder, made there the first time. Nothing is installed into the system: a client
 * trusts it by naming one of the files.
 */
export async function localAuthority(folder: string): Promise<Authority> {
  const home = join(folder, "authority");
  const files = {
    certificate: join(home, "certificate.pem"),
    key: join(home, "key.pem"),
    bundle: join(home, "bundle.pem"),
  };
  const known = await readAuthority(files);
  if (known === undefined) await makeHome(folder, home);
  const authority = known ?? (await readAuthority(files));
  if (authority === undefined) throw new Error(`the local authority in ${home} cannot be read`);
  return {
    certificateFile: files.certificate,
    bundleFile: files.bundle,
    certify: (hosts) => certifyHosts(authority, name, hosts),
  };
}

async function readAuthority(files: { certificate: string; key: string }): Promise<CertifiedKey | undefined> {
  try {
    const [certificate, key] = await Promise.all([
      readFile(files.certificate, "utf8"),
      readFile(files.key, "utf8"),
    ]);
    const month = 30 * 86_400_000;
    const expires = Date.parse(new X509Certificate(certificate).validTo);
    return expires > Date.now() + month ? { certificate, key } : undefined;
  } catch {
    return undefined;
  }
}

/** Whole or not at all: two processes that start together end up with one authority. */
async function makeHome(folder: string, home: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const fresh = await mkdtemp(join(folder, "authority-"));
  const { certificate, key } = makeAuthority(name);
  await writeFile(join(fresh, "key.pem"), key, { mode: 0o600 });
  await writeFile(join(fresh, "certificate.pem"), certificate);
  await writeFile(join(fresh, "bundle.pem"), [...rootCertificates, certificate].join("\n"));
  if (await moved(fresh, home)) return;
  if (
    (await readAuthority({ certificate: join(home, "certificate.pem"), key: join(home, "key.pem") })) ===
    undefined
  ) {
    await rm(home, { recursive: true, force: true });
    if (await moved(fresh, home)) return;
  }
  await rm(fresh, { recursive: true, force: true });
}

async function moved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch {
    return false;
  }
}
