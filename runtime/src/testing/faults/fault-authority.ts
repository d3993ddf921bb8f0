import { writeFile } from 'node:fs/promises';
import type { Certificate } from '../../serving/certificate.js';
import { createCertificateAuthority } from '../environment/certificate-authority.js';

/** Issues certificates for 127.0.0.1, and maintains the file with the authorities that signed them. */
export interface FaultAuthority {
  /** Returns the PEM text of all authorities so far: a new one does not replace the old ones. */
  bundle(): string;
  issue(): Certificate;
  /** Switches to a new authority, which is in the file before this resolves. */
  replace(): Promise<void>;
}

/** @param path path of the file with the authorities, PEM */
export async function createFaultAuthority(path: string): Promise<FaultAuthority> {
  let bundle = '';
  let made = 0;
  // Each has a unique name: with two of the same name, only the first would be used to verify a signature.
  const create = () => createCertificateAuthority(`fault-proxy-ca-${(made += 1)}`);
  let authority = create();
  const publish = (): Promise<void> => {
    bundle += authority.cert;
    return writeFile(path, bundle);
  };
  await publish();
  return {
    bundle: () => bundle,
    issue: () => authority.issueServing(),
    replace: () => {
      authority = create();
      return publish();
    },
  };
}
