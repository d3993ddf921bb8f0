import { writeFile } from 'node:fs/promises';
import type { Certificate } from '../serving/certificate.js';

/** Makes certificates for 127.0.0.1, and keeps the file with the authorities that vouch for them. */
export interface FaultAuthority {
  /** PEM text with every authority so far: a new one does not end the old one. */
  bundle(): string;
  issue(): Promise<Certificate>;
  /** Issues from another authority from now on. The file has it before this resolves. */
  replace(): Promise<void>;
}

/** @param path the file with the authorities, PEM */
export async function createFaultAuthority(path: string): Promise<FaultAuthority> {
  // Loaded here: making certificates takes a library that nothing else of a test needs.
  const { generate } = await import('selfsigned');
  let bundle = '';
  let made = 0;
  let authority = { key: '', cert: '' };
  const replace = async (): Promise<void> => {
    made += 1;
    // Each has a name of its own: with two of one name, only the first would be asked whether it signed something.
    const { private: key, cert } = await generate([{ name: 'commonName', value: `fault-proxy-ca-${made}` }], {
      keyType: 'ec',
      algorithm: 'sha256',
      extensions: [
        { name: 'basicConstraints', cA: true, critical: true },
        { name: 'keyUsage', keyCertSign: true, cRLSign: true, digitalSignature: true, critical: true },
      ],
    });
    authority = { key, cert };
    bundle += `${cert.trim()}\n`;
    await writeFile(path, bundle);
  };
  await replace();
  return {
    bundle: () => bundle,
    issue: async () => {
      const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
        keyType: 'ec',
        algorithm: 'sha256',
        ca: authority,
      });
      return { cert, key };
    },
    replace,
  };
}
