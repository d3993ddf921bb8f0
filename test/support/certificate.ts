import { randomUUID } from 'node:crypto';
import type { Certificate } from '../../runtime/src/serving/certificate.js';
import { makeServingCertificate } from '../../runtime/src/serving/make-certificate.js';

/** Creates a self-signed certificate for a server with a name or an address. */
export function makeCertificate(subject: { readonly name: string } | { readonly ip: string }): Certificate {
  const host = 'ip' in subject ? subject.ip : subject.name;
  // // Each has a different name, because authorities are searched for by their names.
  return makeServingCertificate({ commonName: randomUUID(), hosts: [host] });
}
