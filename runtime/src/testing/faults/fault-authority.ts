import { writeFile } from 'node:fs/promises';
import type { Certificate } from '../../serving/certificate.js';
import { createCertificateAuthority } from '../environment/certificate-authority.js';

/** Makes certificates for 127.0.0.1, and keeps the file with the authorities that vouch for them. */
export interface FaultAuthority {
  /** PEM text with every authority so far: a new one does not end the old one. */
  bundle(): string;
  issue(): Certificate;
  /** Issues from another authority from now on. The file has it before this resolves. */
  replace(): Promise<void>;
}

/** @param path the file with the authorities, PEM */
export async function createFaultAuthority(path: string): Promise<FaultAuthority> {
  let bundle = '';
  let made = 0;
  // Each has a name of its own: with two of one name, only the first would be asked whether it signed something.
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
