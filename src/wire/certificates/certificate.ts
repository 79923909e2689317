import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from "node:crypto";
import { isIP, isIPv4 } from "node:net";
import * as der from "./der.ts";

/** A certificate and its private key, both as PEM. */
export interface CertifiedKey {
  readonly certificate: string;
  readonly key: string;
}

const day = 86_400_000;
const ecdsaWithSha256 = der.sequence(der.identifier("1.2.840.10045.4.3.2"));
const oids = {
  commonName: "2.5.4.3",
  subjectKeyIdentifier: "2.5.29.14",
  keyUsage: "2.5.29.15",
  subjectAltName: "2.5.29.17",
  basicConstraints: "2.5.29.19",
  nameConstraints: "2.5.29.30",
  authorityKeyIdentifier: "2.5.29.35",
  extendedKeyUsage: "2.5.29.37",
  serverAuth: "1.3.6.1.5.5.7.3.1",
};

/** The names of this machine: `localhost` and below, 127.0.0.0/8, ::1. */
const loopback = Buffer.concat([
  der.sequence(der.context(2, Buffer.from("localhost"), "primitive")),
  der.sequence(der.context(7, Buffer.from([127, 0, 0, 0, 255, 0, 0, 0]), "primitive")),
  der.sequence(
    der.context(7, Buffer.concat([Buffer.alloc(15), Buffer.from([1]), Buffer.alloc(16, 255)]), "primitive"),
  ),
]);

/** A new authority, good for ten years, for this machine alone: clients refuse what it says of any other host. */
export function makeAuthority(name: string): CertifiedKey {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const extensions = [
    extension(
      oids.basicConstraints,
      der.sequence(der.boolean(true), der.integer(Buffer.from([0]))),
      "critical",
    ),
    extension(oids.keyUsage, der.bitString(Buffer.from([0b0000_0110]), 1), "critical"),
    extension(oids.subjectKeyIdentifier, der.octetString(keyIdentifier(publicKey))),
    extension(oids.nameConstraints, der.sequence(der.context(0, loopback, "constructed")), "critical"),
  ];
  const certificate = certify({
    subject: name,
    publicKey,
    issuer: name,
    signer: privateKey,
    days: 3650,
    extensions,
  });
  return { certificate, key: pem(privateKey) };
}

/** A certificate for host names and addresses, signed by an authority; good for a year. */
export function certifyHosts(
  authority: CertifiedKey,
  issuer: string,
  hosts: readonly string[],
): CertifiedKey {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const signer = createPrivateKey(authority.key);
  const extensions = [
    extension(oids.basicConstraints, der.sequence(), "critical"),
    extension(oids.keyUsage, der.bitString(Buffer.from([0b1000_0000]), 7), "critical"),
    extension(oids.extendedKeyUsage, der.sequence(der.identifier(oids.serverAuth))),
    extension(oids.subjectAltName, der.sequence(...hosts.map(alternativeName))),
    extension(oids.subjectKeyIdentifier, der.octetString(keyIdentifier(publicKey))),
    extension(
      oids.authorityKeyIdentifier,
      der.sequence(der.context(0, keyIdentifier(createPublicKey(signer)), "primitive")),
    ),
  ];
  // Not a host's: a common name that looks like one would be held against the authority's constraints.
  const subject = "Touchstone";
  return {
    certificate: certify({ subject, publicKey, issuer, signer, days: 365, extensions }),
    key: pem(privateKey),
  };
}

interface Request {
  readonly subject: string;
  readonly publicKey: KeyObject;
  readonly issuer: string;
  readonly signer: KeyObject;
  readonly days: number;
  readonly extensions: readonly Buffer[];
}

function certify({ subject, publicKey, issuer, signer, days, extensions }: Request): string {
  const now = Date.now();
  const body = der.sequence(
    der.context(0, der.integer(Buffer.from([2])), "constructed"),
    der.integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ecdsaWithSha256,
    distinguishedName(issuer),
    der.sequence(der.utcTime(new Date(now - day)), der.utcTime(new Date(now + days * day))),
    distinguishedName(subject),
    publicKey.export({ type: "spki", format: "der" }),
    der.context(3, der.sequence(...extensions), "constructed"),
  );
  const whole = der.sequence(body, ecdsaWithSha256, der.bitString(sign("sha256", body, signer)));
  const lines = whole.toString("base64").match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

function distinguishedName(name: string): Buffer {
  return der.sequence(der.set(der.sequence(der.identifier(oids.commonName), der.utf8String(name))));
}

function extension(oid: string, value: Buffer, weight: "critical" | "plain" = "plain"): Buffer {
  const critical = weight === "critical" ? [der.boolean(true)] : [];
  return der.sequence(der.identifier(oid), ...critical, der.octetString(value));
}

function alternativeName(host: string): Buffer {
  return isIP(host) === 0
    ? der.context(2, Buffer.from(host), "primitive")
    : der.context(7, addressBytes(host), "primitive");
}

function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split(".").map(Number));
  const [head = "", tail = ""] = address.split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":"));
  const before = groups(head);
  const after = groups(tail);
  const middle = Array.from({ length: 8 - before.length - after.length }, () => "0");
  return Buffer.from([...before, ...middle, ...after].map((group) => group.padStart(4, "0")).join(""), "hex");
}

function keyIdentifier(publicKey: KeyObject): Buffer {
  return createHash("sha1")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest();
}

function pem(key: KeyObject): string {
  return key.export({ type: "pkcs8", format: "pem" }).toString();
}
