import { createPrivateKey, randomUUID, X509Certificate } from "node:crypto";
import { mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { makeFolder } from "../make-folder.ts";
import { type CertifiedKey, certifyHosts, makeAuthority } from "./certificate.ts";

/** The local authority: its files are what clients are told to trust. */
export interface Authority {
  /** Its certificate alone. */
  readonly certificateFile: string;
  /** For clients that add to what they trust: its certificate, and what the user has them add already. */
  readonly additionFile: string;
  /** For clients that replace what they trust: the public certificates as well. */
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
  const known = await readAuthority(home);
  if (known === undefined) await makeHome(folder, home);
  const authority = known ?? (await readAuthority(home));
  if (authority === undefined) throw new Error(`the local authority in ${home} cannot be read`);
  const added = await trustedByUser([...rootCertificates, authority.certificate]);
  const additionFile = join(home, "addition.pem");
  const bundleFile = join(home, "bundle.pem");
  await replaceFile(additionFile, [...added, authority.certificate].join("\n"));
  await replaceFile(bundleFile, [...rootCertificates, ...added, authority.certificate].join("\n"));
  return {
    certificateFile: join(home, "certificate.pem"),
    additionFile,
    bundleFile,
    certify: (hosts) => certifyHosts(authority, name, hosts),
  };
}

const variables = ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "AWS_CA_BUNDLE"];
const certificateText =
  /-----BEGIN (?<label>(?:X509 |TRUSTED )?CERTIFICATE)-----.*?-----END \k<label>-----/gs;

/**
 * The certificates that the user's own variables make clients trust, and ours would otherwise take away: each once,
 * and none that is in our files anyway. The variables may name those very files.
 */
async function trustedByUser(known: readonly string[]): Promise<string[]> {
  const files = variables.map((variable) => process.env[variable] ?? "").filter((file) => file !== "");
  const texts = await Promise.all([...new Set(files)].map(textOf));
  const trusted = new Map(
    texts
      .flatMap((text) => text.match(certificateText) ?? [])
      .map((certificate) => [withoutBlanks(certificate), certificate]),
  );
  for (const certificate of known) trusted.delete(withoutBlanks(certificate));
  return [...trusted.values()];
}

function withoutBlanks(text: string): string {
  return text.replace(/\s+/g, "");
}

/** A variable may name what is not there, or a folder: clients make nothing of that, and neither do we. */
function textOf(file: string): Promise<string> {
  return readFile(file, "utf8").catch(() => "");
}

/** The authority, if it is whole and good for another month. */
async function readAuthority(home: string): Promise<CertifiedKey | undefined> {
  try {
    const certificate = await readFile(join(home, "certificate.pem"), "utf8");
    const key = await readFile(join(home, "key.pem"), "utf8");
    const read = new X509Certificate(certificate);
    const month = 30 * 86_400_000;
    const good = read.checkPrivateKey(createPrivateKey(key)) && Date.parse(read.validTo) > Date.now() + month;
    return good ? { certificate, key } : undefined;
  } catch {
    return undefined;
  }
}

/** Whole or not at all: two processes that start together end up with one authority. */
async function makeHome(folder: string, home: string): Promise<void> {
  await makeFolder(folder);
  const fresh = await mkdtemp(join(folder, "authority-"));
  const { certificate, key } = makeAuthority(name);
  await writeFile(join(fresh, "key.pem"), key, { mode: 0o600 });
  await writeFile(join(fresh, "certificate.pem"), certificate);
  if (await moved(fresh, home)) return;
  if ((await readAuthority(home)) === undefined) {
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

/** Nobody ever reads half of it. */
async function replaceFile(file: string, text: string): Promise<void> {
  const fresh = `${file}.${randomUUID()}`;
  await writeFile(fresh, text);
  await rename(fresh, file);
}
