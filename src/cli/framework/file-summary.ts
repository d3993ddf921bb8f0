import { counted } from '../../base/diagnostics/counted.js';
import type { ReportedFile } from './report.js';

/** Number of files that a terminal lists; more are summarized. */
const mostListed = 20;

/** Reports whether a list of files is too long for a terminal. Patches are never too long, because the user asked for them. */
export function isLong(files: readonly ReportedFile[]): boolean {
  return files.length > mostListed && files.every(({ patch }) => patch === undefined);
}

/**
 * Returns one line for each change in each folder of the project, such as `create config/ (17 files)`.
 * @param place returns a path as displayed
 */
export function summarized(
  files: readonly ReportedFile[],
  word: (file: ReportedFile) => string,
  place: (path: string) => string,
): readonly string[] {
  const counts = new Map<string, number>();
  for (const file of files) {
    const [folder = '', ...below] = file.path.split('/');
    const line = `${word(file)} ${place(below.length === 0 ? '' : folder) || '.'}/`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return [...counts].map(([line, count]) => `${line} (${counted(count, 'file')})`);
}
