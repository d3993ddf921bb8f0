import { writeFile } from 'node:fs/promises';
import type { Certificate } from '../serving/certificate.js';
import { createCertificateAuthority } from './certificate-authority.js';

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
  let authority = createCertificateAuthority('fault-proxy-ca');
  const publish = (): Promise<void> => {
    bundle += authority.cert;
    return writeFile(path, bundle);
  };
  await publish();
  return {
    bundle: () => bundle,
    issue: () => authority.issueServing(),
    replace: () => {
      authority = createCertificateAuthority('fault-proxy-ca');
      return publish();
    },
  };
}
