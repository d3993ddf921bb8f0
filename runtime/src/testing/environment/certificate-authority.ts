import type { Certificate } from '../../serving/certificate.js';
import { makeAuthority, makeClientCertificate, makeServingCertificate } from '../../serving/make-certificate.js';

/** Vouches for the certificates that it issues. */
export interface CertificateAuthority {
  /** Its own certificate, PEM. */
  readonly cert: string;
  /** A certificate for servers with these names or addresses; `localhost` and `127.0.0.1` are always among them. */
  issueServing(...hosts: readonly string[]): Certificate;
  /** A certificate by which the API server knows a user and their groups. */
  issueClient(user: string, groups: readonly string[]): Certificate;
}

/** Makes an authority of that name. */
export function createCertificateAuthority(name: string): CertificateAuthority {
  const authority = makeAuthority(name);
  return {
    cert: authority.cert,
    issueServing: (...hosts) =>
      makeServingCertificate({
        commonName: hosts[0] ?? 'localhost',
        hosts: [...new Set(['localhost', '127.0.0.1', ...hosts])],
        authority,
      }),
    issueClient: (user, groups) => makeClientCertificate({ commonName: user, organizations: groups, authority }),
  };
}
