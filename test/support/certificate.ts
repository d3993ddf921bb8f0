import type { Certificate } from '../../runtime/src/serving/certificate.js';
import { makeCertificate as make } from '../../runtime/src/serving/make-certificate.js';

/** Makes a certificate that vouches for itself, for a server of that name or address. */
export function makeCertificate(subject: { readonly name: string } | { readonly ip: string }): Certificate {
  return make({
    commonName: 'loopback',
    ...('ip' in subject ? { ipAddresses: [subject.ip] } : { dnsNames: [subject.name] }),
  });
}
