import { randomUUID } from 'node:crypto';
import { generate } from 'selfsigned';

/** PEM text of a certificate that is its own authority, and its key. */
export interface TestCertificate {
  readonly cert: string;
  readonly key: string;
}

/** Makes a certificate for a server of that name or address. */
export async function makeCertificate(
  subject: { readonly name: string } | { readonly ip: string },
): Promise<TestCertificate> {
  const altName =
    'ip' in subject ? ({ type: 7, ip: subject.ip } as const) : ({ type: 2, value: subject.name } as const);
  // Each with a name of its own: authorities are looked for by their names.
  const { cert, private: key } = await generate([{ name: 'commonName', value: randomUUID() }], {
    keyType: 'ec',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [altName] },
    ],
  });
  return { cert, key };
}
