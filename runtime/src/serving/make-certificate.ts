import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';
import type { Certificate } from './certificate.js';
import { bitString, boolean, explicit, integer, oid, octetString, sequence, set, utcTime, utf8, value } from './der.js';
import { ipBytes } from './ip-bytes.js';

/** Subject of a certificate. */
export interface CertificateSubject {
  readonly commonName: string;
  /** Groups, if the subject is a user. */
  readonly organizations?: readonly string[];
}

/** Validity of a certificate. Both times have a resolution of one second, and are before 2050. */
export interface Validity {
  /** Time of creation, which is `backdated` after the start of the validity; defaults to now. */
  readonly now?: Date;
  /** End; defaults to ten years after that time. */
  readonly until?: Date;
}

export interface CertificateOptions extends CertificateSubject, Validity {
  /** Names and addresses of the server. */
  readonly hosts?: readonly string[];
  /** Authority that signs the certificate; self-signed by default. */
  readonly authority?: SigningCertificate | undefined;
}

/** Certificate that signs others. */
export interface SigningCertificate extends Certificate {
  readonly subject: CertificateSubject;
}

/**
 * Time between the start of a certificate and its creation, in milliseconds. Otherwise other machines, whose clocks are
 * behind, would reject it, and so would OpenSSL on this one: its clock lags by some milliseconds.
 */
export const backdated = 3_600_000;
/** Long enough for any process, and ends before 2050, the limit of the two-digit year format. */
const years = 10;
const ecdsaWithSha256 = sequence(oid('1.2.840.10045.4.3.2'));
// Key usage bits, from the highest: digital signatures; certificates and revocation lists.
const signs = bitString(Buffer.of(0x80), 7);
const signsCertificates = bitString(Buffer.of(0x86), 1);

/**
 * Creates the certificate of a server, and its key, on the curve P-256. Node has no API for this, and the libraries
 * that do are megabytes. The format is that of https://www.rfc-editor.org/rfc/rfc5280#section-4.1.
 */
export function makeServingCertificate(options: CertificateOptions): Certificate {
  const names = (options.hosts ?? []).map((host) =>
    isIP(host) === 0 ? value(0x82, Buffer.from(host)) : value(0x87, ipBytes(host)),
  );
  return make(options, [
    extension('2.5.29.15', signs, true),
    extension('2.5.29.37', sequence(oid('1.3.6.1.5.5.7.3.1'))),
    extension('2.5.29.17', sequence(...names)),
  ]);
}

/** Creates the certificate that authenticates a user to the API server, and its key. */
export function makeClientCertificate(options: CertificateOptions): Certificate {
  return make(options, [
    extension('2.5.29.15', signs, true),
    extension('2.5.29.37', sequence(oid('1.3.6.1.5.5.7.3.2'))),
  ]);
}

/** Creates a certificate whose key signs other certificates. */
export function makeAuthority(commonName: string, validity: Validity = {}): SigningCertificate {
  const subject = { commonName };
  const extensions = [
    extension('2.5.29.19', sequence(boolean(true)), true),
    extension('2.5.29.15', signsCertificates, true),
  ];
  return { subject, ...make({ ...subject, ...validity }, extensions) };
}

function make(
  { authority, now = new Date(), until = yearsAfter(now), ...subject }: CertificateOptions,
  extensions: readonly Buffer[],
): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const toBeSigned = sequence(
    explicit(0, integer(Buffer.of(2))),
    integer(randomBytes(16)),
    ecdsaWithSha256,
    nameOf(authority?.subject ?? subject),
    sequence(utcTime(new Date(now.getTime() - backdated)), utcTime(until)),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    explicit(3, sequence(...extensions)),
  );
  const signature = sign('sha256', toBeSigned, authority?.key ?? privateKey);
  return {
    cert: pem(sequence(toBeSigned, ecdsaWithSha256, bitString(signature))),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function yearsAfter(start: Date): Date {
  const end = new Date(start);
  end.setUTCFullYear(start.getUTCFullYear() + years);
  return end;
}

function nameOf({ commonName, organizations = [] }: CertificateSubject): Buffer {
  const part = (id: string, text: string): Buffer => set(sequence(oid(id), utf8(text)));
  return sequence(...organizations.map((each) => part('2.5.4.10', each)), part('2.5.4.3', commonName));
}

function extension(id: string, content: Buffer, isCritical = false): Buffer {
  return sequence(oid(id), ...(isCritical ? [boolean(true)] : []), octetString(content));
}

function pem(der: Buffer): string {
  const lines = der.toString('base64').replace(/.{64}(?=.)/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}
