import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { Certificate } from './certificate.js';
import { bitString, boolean, explicit, integer, oid, octetString, sequence, set, utcTime, utf8, value } from './der.js';

export interface CertificateOptions {
  readonly commonName: string;
  /** Host names that it is good for. */
  readonly dnsNames?: readonly string[];
  /** IPv4 addresses that it is good for. */
  readonly ipAddresses?: readonly string[];
  /** Who signs it; itself unless said otherwise. */
  readonly authority?: CertificateAuthority;
  readonly now?: Date;
}

/** A certificate that signs others. */
export interface CertificateAuthority extends Certificate {
  readonly commonName: string;
}

/** Long enough for any process, and over before 2050, up to when times are written in two digits. */
const years = 10;
const ecdsaWithSha256 = sequence(oid('1.2.840.10045.4.3.2'));

/**
 * Makes a certificate and its key, on the curve P-256. Node has no way to, and the libraries that do are megabytes.
 * The form is that of https://www.rfc-editor.org/rfc/rfc5280#section-4.1.
 */
export function makeCertificate(options: CertificateOptions): Certificate {
  return certificateWith(alternativeNames(options), options);
}

/** Makes a certificate whose key signs other certificates. */
export function makeCertificateAuthority(commonName: string, now?: Date): CertificateAuthority {
  const isAuthority = extension('2.5.29.19', sequence(boolean(true)));
  return { commonName, ...certificateWith(isAuthority, { commonName, ...(now && { now }) }) };
}

function certificateWith(
  extensions: Buffer,
  { commonName, authority, now = new Date() }: CertificateOptions,
): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const end = new Date(now);
  end.setUTCFullYear(now.getUTCFullYear() + years);
  const toBeSigned = sequence(
    explicit(0, integer(Buffer.of(2))),
    integer(randomBytes(16)),
    ecdsaWithSha256,
    nameOf(authority?.commonName ?? commonName),
    sequence(utcTime(now), utcTime(end)),
    nameOf(commonName),
    publicKey.export({ type: 'spki', format: 'der' }),
    explicit(3, sequence(extensions)),
  );
  const signature = sign('sha256', toBeSigned, authority?.key ?? privateKey);
  return {
    cert: pem(sequence(toBeSigned, ecdsaWithSha256, bitString(signature))),
    key: textOf(privateKey),
  };
}

function nameOf(commonName: string): Buffer {
  return sequence(set(sequence(oid('2.5.4.3'), utf8(commonName))));
}

function alternativeNames({ dnsNames = [], ipAddresses = [] }: CertificateOptions): Buffer {
  const names = dnsNames.map((each) => value(0x82, Buffer.from(each)));
  const addresses = ipAddresses.map((each) => value(0x87, Buffer.from(each.split('.').map(Number))));
  return extension('2.5.29.17', sequence(...names, ...addresses));
}

function extension(id: string, content: Buffer): Buffer {
  return sequence(oid(id), octetString(content));
}

function pem(der: Buffer): string {
  const lines = der.toString('base64').replace(/.{64}(?=.)/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

function textOf(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}
