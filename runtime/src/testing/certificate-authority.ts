import { isIP } from 'node:net';
import type { Certificate } from '../serving/certificate.js';

/** Vouches for the certificates that it issues. */
export interface CertificateAuthority {
  /** Its own certificate, PEM. */
  readonly cert: string;
  /** A certificate for servers with these names or addresses; `localhost` and `127.0.0.1` are always among them. */
  issueServing(...hosts: readonly string[]): Promise<Certificate>;
  /** A certificate by which the API server knows a user and their groups. */
  issueClient(user: string, groups: readonly string[]): Promise<Certificate>;
}

/** Makes an authority of that name. */
export async function createCertificateAuthority(name: string): Promise<CertificateAuthority> {
  // Loaded here: making certificates takes a library that nothing else of a test needs.
  const { generate } = await import('selfsigned');
  const kind = { keyType: 'ec', algorithm: 'sha256' } as const;
  const authority = await generate([{ name: 'commonName', value: name }], {
    ...kind,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, digitalSignature: true, critical: true },
    ],
  });
  const ca = { key: authority.private, cert: authority.cert };
  return {
    cert: authority.cert,
    issueServing: async (...hosts) => {
      const altNames = [...new Set(['localhost', '127.0.0.1', ...hosts])].map((host) =>
        isIP(host) !== 0 ? ({ type: 7, ip: host } as const) : ({ type: 2, value: host } as const),
      );
      const { cert, private: key } = await generate([{ name: 'commonName', value: hosts[0] ?? 'localhost' }], {
        ...kind,
        ca,
        extensions: [
          { name: 'keyUsage', digitalSignature: true, critical: true },
          { name: 'extKeyUsage', serverAuth: true },
          { name: 'subjectAltName', altNames },
        ],
      });
      return { cert, key };
    },
    issueClient: async (user, groups) => {
      const subject = [
        ...groups.map((value) => ({ name: 'organizationName', value })),
        { name: 'commonName', value: user },
      ];
      const { cert, private: key } = await generate(subject, {
        ...kind,
        ca,
        extensions: [
          { name: 'keyUsage', digitalSignature: true, critical: true },
          { name: 'extKeyUsage', clientAuth: true },
        ],
      });
      return { cert, key };
    },
  };
}
