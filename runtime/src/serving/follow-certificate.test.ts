import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { logInto } from '../../../test/support/logs.js';
import { temporaryFolder } from '../../../test/support/tree.js';
import { readCertificate, type Certificate } from './certificate.js';
import { followCertificate } from './follow-certificate.js';
import { makeServingCertificate } from './make-certificate.js';

const make = () => makeServingCertificate({ commonName: 'localhost' });

/**
 * Creates a directory like a Secret mounted by the kubelet: the files are links into `..data`, a link that is replaced
 * as a whole.
 */
function mountedSecret(first: Certificate) {
  const folder = temporaryFolder();
  let count = 0;
  const swap = (certificate: Partial<Certificate>): void => {
    const version = `..version_${(count += 1)}`;
    mkdirSync(join(folder, version));
    for (const [name, text] of [
      ['tls.crt', certificate.cert],
      ['tls.key', certificate.key],
    ] as const)
      if (text !== undefined) writeFileSync(join(folder, version, name), text);
    symlinkSync(version, join(folder, '..data_tmp'));
    renameSync(join(folder, '..data_tmp'), join(folder, '..data'));
  };
  swap(first);
  for (const name of ['tls.crt', 'tls.key']) symlinkSync(join('..data', name), join(folder, name));
  return { folder, swap };
}

function followed(first: Certificate) {
  const { folder, swap } = mountedSecret(first);
  const taken: Certificate[] = [];
  const reads = { good: 0, bad: 0 };
  const lines: Record<string, unknown>[] = [];
  const setCertificate = (certificate: Certificate): void => {
    if (certificate.key === 'of another') throw new Error('key values mismatch');
    taken.push(certificate);
  };
  const log = logInto(lines);
  const metrics = { certificateRead: (succeeded: boolean) => void (reads[succeeded ? 'good' : 'bad'] += 1) };
  const stop = followCertificate({ folder, known: readCertificate(folder), server: { setCertificate }, log, metrics });
  onTestFinished(stop);
  return { swap, taken, reads, messages: () => lines.map(({ level, msg }) => `${String(level)} ${String(msg)}`), stop };
}

it('takes on what a kubelet swaps in, each once', async () => {
  const [first, second, third] = [make(), make(), make()];
  const { swap, taken, reads, messages, stop } = followed(first);
  expect(taken).toEqual([]);
  swap(second);
  await eventually(() => expect(taken).toEqual([second]));
  swap(third);
  await eventually(() => expect(taken).toEqual([second, third]));
  expect(reads).toEqual({ good: 3, bad: 0 });
  expect(messages()).toEqual(Array.from({ length: 2 }, () => 'info the server loaded a new certificate'));
  stop();
  swap(first);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(taken).toHaveLength(2);
});

it.each([
  ['the key is that of another', { cert: 'new', key: 'of another' }],
  ['a file is missing', { cert: 'new' }],
])('keeps what it has while %s, says so once, and takes on what comes next', async (_, broken) => {
  const { swap, taken, reads, messages } = followed(make());
  swap(broken);
  await eventually(() => expect(reads.bad).toBeGreaterThan(0));
  expect(taken).toEqual([]);
  const next = make();
  swap(next);
  await eventually(() => expect(taken).toEqual([next]));
  expect(messages()).toEqual([
    'warn the new certificate cannot be used; the old one is kept',
    'info the server loaded a new certificate',
    'info the certificate can be used again',
  ]);
});
