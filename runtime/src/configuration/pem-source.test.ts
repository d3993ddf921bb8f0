import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeCertificate } from '../../../test/support/certificate.js';
import { temporaryFolder } from '../../../test/support/tree.js';
import { clientCertificateSource } from './client-certificate.js';
import { pemFile } from './pem-source.js';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

describe('a file', () => {
  it('is looked at again every few seconds, and at once when its text did not work', () => {
    const path = join(temporaryFolder({ 'ca.crt': 'first' }), 'ca.crt');
    const source = pemFile(path, 'the authority');
    writeFileSync(path, 'the second');
    expect(source.get()).toBe('first');
    vi.advanceTimersByTime(6_000);
    expect(source.get()).toBe('the second');
    writeFileSync(path, 'the third one');
    source.rejected?.();
    expect(source.get()).toBe('the third one');
  });

  it('that is away or empty for a while does no harm', () => {
    const path = join(temporaryFolder({ 'ca.crt': 'first' }), 'ca.crt');
    const source = pemFile(path, 'the authority');
    for (const disturb of [() => writeFileSync(path, ''), () => rmSync(path)]) {
      disturb();
      source.rejected?.();
      expect(source.get()).toBe('first');
    }
    // Replaces the file by another one of the same length, as when a mounted Secret is renewed.
    writeFileSync(`${path}.new`, 'other');
    renameSync(`${path}.new`, path);
    source.rejected?.();
    expect(source.get()).toBe('other');
  });

  it('that was never there is named', () => {
    expect(() => pemFile('/nowhere/ca.crt', 'the authority of "c"')).toThrow(
      /^the authority of "c" cannot be read: ENOENT.*\/nowhere\/ca\.crt/,
    );
  });
});

describe('a certificate and its key', () => {
  it('are renewed together, in whichever order their files are', async () => {
    const [first, second, third] = [1, 2, 3].map(() => makeCertificate({ name: 'u' }));
    const folder = temporaryFolder({ 'u.crt': first!.cert, 'u.key': first!.key });
    const [crt, key] = [join(folder, 'u.crt'), join(folder, 'u.key')];
    const source = clientCertificateSource(pemFile(crt, 'the certificate'), pemFile(key, 'the key'));
    const now = () => {
      source.rejected();
      const { clientCertificate, clientKey } = source.get();
      return [first!, second!, third!].findIndex((each) => each.cert === clientCertificate && each.key === clientKey);
    };
    expect(now()).toBe(0);
    writeFileSync(crt, second!.cert);
    expect(now()).toBe(0);
    writeFileSync(key, second!.key);
    expect(now()).toBe(1);
    writeFileSync(key, third!.key);
    expect(now()).toBe(1);
    writeFileSync(crt, third!.cert);
    expect(now()).toBe(2);
  });
});
