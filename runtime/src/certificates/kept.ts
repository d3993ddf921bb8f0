import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Certificate } from '../serving/certificate.js';

/** Content that the replicas of an operator share. Invalid parts are omitted, and created again. */
export interface Kept {
  /**
   * Authorities that the API server trusts, as PEM, newest first: the `caBundle`. The older ones signed certificates
   * that may still be served.
   */
  readonly authorities: readonly string[];
  /** Key of the newest authority, as PEM. */
  readonly authorityKey: string | undefined;
  readonly serving: Certificate | undefined;
}

export const nothingKept: Kept = { authorities: [], authorityKey: undefined, serving: undefined };

/** Returns the content as the `data` of a Secret. */
export function dataOf({ authorities, authorityKey = '', serving }: Kept): Record<string, string> {
  const texts = {
    'ca.crt': authorities.join(''),
    'ca.key': authorityKey,
    'tls.crt': serving?.cert ?? '',
    'tls.key': serving?.key ?? '',
  };
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, base64(text)]));
}

export const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Parses the `data` of a Secret, and describes problems with invalid parts; missing data is not a problem. */
export function keptIn(data: Readonly<Record<string, string>> = {}): {
  readonly kept: Kept;
  readonly problems: readonly string[];
} {
  if (Object.keys(data).length === 0) return { kept: nothingKept, problems: [] };
  const textOf = (name: string): string => Buffer.from(data[name] ?? '', 'base64').toString();
  const problems: string[] = [];
  const blocks = textOf('ca.crt').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n?/g) ?? [];
  const authorities = blocks.filter((block) => parse(block) !== undefined);
  if (authorities.length === 0) problems.push('ca.crt holds no certificate');
  else if (authorities.length < blocks.length) problems.push('ca.crt holds a certificate that cannot be read');

  const key = textOf('ca.key');
  const isNewest = belongs(parse(authorities[0] ?? ''), key);
  if (!isNewest) problems.push('ca.key is not the key of the first certificate in ca.crt');

  const serving = { cert: textOf('tls.crt'), key: textOf('tls.key') };
  const parsed = parse(serving.cert);
  const isServable = parsed !== undefined && belongs(parsed, serving.key);
  if (!isServable) problems.push('tls.key is not the key of tls.crt');
  const isTrusted = parsed !== undefined && authorities.some((each) => isIssuedBy(parsed, each));
  if (isServable && !isTrusted) problems.push('tls.crt is signed by none of ca.crt');
  return {
    kept: {
      authorities,
      authorityKey: isNewest ? key : undefined,
      serving: isServable && isTrusted ? serving : undefined,
    },
    problems,
  };
}

/** Parses a PEM certificate; undefined if it is invalid. */
export function parse(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}

export function isIssuedBy(certificate: X509Certificate, authority: string): boolean {
  const parsed = parse(authority);
  return parsed !== undefined && certificate.checkIssued(parsed) && certificate.verify(parsed.publicKey);
}

function belongs(certificate: X509Certificate | undefined, key: string): boolean {
  try {
    return certificate?.checkPrivateKey(createPrivateKey(key)) ?? false;
  } catch {
    return false;
  }
}
