import type { Certificate } from '../../runtime/src/serving/certificate.js';
import { makeServingCertificate } from '../../runtime/src/serving/make-certificate.js';

/** Makes a certificate that vouches for itself, for a server of that name or address. */
export function makeCertificate(subject: { readonly name: string } | { readonly ip: string }): Certificate {
  return makeServingCertificate({ commonName: 'loopback', hosts: ['ip' in subject ? subject.ip : subject.name] });
}
