import { posix } from 'node:path';
import { refuse } from '../diagnostics/diagnostic.js';
import type { License } from '../project/license.js';
import type { Environment } from '../plan/outcome.js';
import { defined } from '../model/defined.js';

/** What a project is told about its license. What is absent stays, or is none. */
export interface LicenseOptions {
  readonly license?: License['license'];
  /** Path of a file with words of the user's own for the beginning of every file. */
  readonly licenseFile?: string;
  /** The copyright holder. */
  readonly owner?: string;
  /** The year of the copyright, where there is none yet. */
  readonly year?: number;
}

/**
 * The license that a project has once it was told this.
 * @returns undefined where nothing was said about it
 * @throws DiagnosticsError when a file of words of the user's own cannot be used
 */
export function licenseOf(
  { host, named = host, cwd }: Pick<Environment, 'host' | 'named' | 'cwd'>,
  { license, licenseFile, owner, year: thisYear = 0 }: LicenseOptions,
  existing: License | undefined,
): License | 'none' | undefined {
  if (owner !== undefined && /[\r\n]|\*\//.test(owner)) {
    const rule = 'one line, and not the end of a comment';
    refuse('invalid-name', {
      flag: '--owner',
      value: owner,
      what: 'owner name',
      rule,
      instead: undefined,
      example: "'The Example Authors'",
    });
  }
  const year = existing?.year ?? thisYear;
  if (licenseFile !== undefined) {
    if (license === 'apache2') refuse('conflicting-flags', { one: '--license-file', other: '--license apache2' });
    if (owner !== undefined) refuse('conflicting-flags', { one: '--license-file', other: '--owner' });
    const text = readNamed(named, posix.resolve(cwd, licenseFile));
    if (text === undefined) refuse('invalid-license', { file: licenseFile, reason: 'it does not exist' });
    return { license: 'none', year, header: wordsOf(text, licenseFile) };
  }
  if (license === undefined && owner === undefined) return undefined;
  if (license === 'none' && owner === undefined) return 'none';
  const holder = owner ?? existing?.owner;
  return {
    license: license ?? existing?.license ?? 'none',
    ...defined({ owner: holder }),
    year,
  };
}

/** The text of a file that the user named: a link that leads to it is the user's own. */
function readNamed(host: NonNullable<Environment['named']>, path: string): string | undefined {
  try {
    return host.read(host.kind(path) === 'symlink' ? host.realpath(path) : path);
  } catch (error) {
    return refuse('invalid-license', { file: path, reason: (error as Error).message });
  }
}

/** What a file says, without the signs of a comment around it. */
function wordsOf(text: string, file: string): string {
  const open = text
    .replaceAll('\r\n', '\n')
    .replace(/^\uFEFF?\s*\/\*\n?/, '')
    .trimEnd();
  const words = open.endsWith('*/') ? open.slice(0, -2).trimEnd() : open;
  if (words.trim() === '') refuse('invalid-license', { file, reason: 'it is empty' });
  if (words.includes('*/')) refuse('invalid-license', { file, reason: 'a comment would end within it, at */' });
  if (words.includes('\ufffd')) refuse('invalid-license', { file, reason: 'it is not valid UTF-8' });
  return words;
}
