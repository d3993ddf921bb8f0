import { randomUUID } from 'node:crypto';
import type { Certificate } from '../../runtime/src/serving/certificate.js';
import { makeServingCertificate } from '../../runtime/src/serving/make-certificate.js';

/** Creates a self-signed certificate for a server with a name or an address. */
export function makeCertificate(subject: { readonly name: string } | { readonly ip: string }): Certificate {
  const host = 'ip' in subject ? subject.ip : subject.name;
  // Each with a name of its own: authorities are looked for by their names.
  return makeServingCertificate({ commonName: randomUUID(), hosts: [host] });
}
