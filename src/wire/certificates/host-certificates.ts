import { createSecureContext, type SecureContext } from "node:tls";
import type { Authority } from "./authority.ts";
import type { CertifiedKey } from "./certificate.ts";

/** A certificate, ready to be shown. */
interface HostCertificate extends CertifiedKey {
  readonly context: SecureContext;
}

/** Finds the certificate for the name that a client asks for; those that ask for an address name none. */
export type CertificateFor = (host?: string) => HostCertificate;

const ownNames = ["localhost", "127.0.0.1", "::1"];

/**
 * Certificates by host, each made once. Hosts that are not this machine's get the machine's own: the authority may
 * speak for no others, and a preload that leads requests here knows whom it asks.
 */
export function hostCertificates(authority: Authority): CertificateFor {
  const known = new Map<string, HostCertificate>();
  return (asked = "") => {
    const host = asked.endsWith(".localhost") ? asked : "";
    let made = known.get(host);
    if (made === undefined) {
      const { certificate, key } = authority.certify(host === "" ? ownNames : [host, ...ownNames]);
      made = { certificate, key, context: createSecureContext({ cert: certificate, key }) };
      known.set(host, made);
    }
    return made;
  };
}
