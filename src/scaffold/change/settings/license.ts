import { posix } from 'node:path';
import { DiagnosticsError, refuse } from '../../../base/diagnostics/diagnostic.js';
import { isBinary } from '../../../base/text/text.js';
import type { License } from '../../../project/license.js';
import type { Environment } from '../../../output/operation/outcome.js';
import { defined } from '../../../base/model/defined.js';

/** Options for the license of a project. Values whose options are absent do not change, or are not set. */
export interface LicenseOptions {
  readonly license?: License['license'];
  /** Path of a file with a custom license header. */
  readonly licenseFile?: string;
  /** Copyright holder. */
  readonly owner?: string;
  /** The year of the copyright, if none is set yet. */
  readonly year?: number;
}

/**
 * Returns the license of a project under these options.
 * @returns undefined if no option concerns the license
 * @throws DiagnosticsError when a custom license header cannot be used
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

/** Reads a file that the user named. A link outside of the project is allowed, because the user chose it. */
function readNamed(host: NonNullable<Environment['named']>, path: string): string | undefined {
  try {
    return host.read(host.kind(path) === 'symlink' ? host.realpath(path) : path);
  } catch (error) {
    if (error instanceof DiagnosticsError) throw error;
    return refuse('invalid-license', { file: path, reason: (error as Error).message });
  }
}

/** Returns the content of a header file without comment delimiters. */
function wordsOf(text: string, file: string): string {
  const open = text
    .replaceAll('\r\n', '\n')
    .replace(/^\uFEFF?\s*\/\*\n?/, '')
    .trimEnd();
  const words = open.endsWith('*/') ? open.slice(0, -2).trimEnd() : open;
  if (words.trim() === '') refuse('invalid-license', { file, reason: 'it is empty' });
  if (words.includes('*/')) refuse('invalid-license', { file, reason: 'a comment would end within it, at */' });
  if (isBinary(words)) refuse('invalid-license', { file, reason: 'it is not valid UTF-8' });
  return words;
}
