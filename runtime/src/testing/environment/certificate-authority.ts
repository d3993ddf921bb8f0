import type { Certificate } from '../../serving/certificate.js';
import { makeAuthority, makeClientCertificate, makeServingCertificate } from '../../serving/make-certificate.js';

/** Authority that issues certificates. */
export interface CertificateAuthority {
  /** Certificate of the authority, PEM. */
  readonly cert: string;
  /**
   * Issues a certificate for servers with these names or addresses; `localhost` and `127.0.0.1` are always included.
   */
  issueServing(...hosts: readonly string[]): Certificate;
  /** Issues a certificate that authenticates a user and their groups to the API server. */
  issueClient(user: string, groups: readonly string[]): Certificate;
}

/** Creates an authority with that name. */
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
