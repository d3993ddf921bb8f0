import { diagnostic, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';

/**
 * Reports a file that the user has removed, with what would have been added to it besides imports and the license: the
 * rest of the command does not depend on it. Nothing else needs a test that is removed.
 */
export function missing(path: string, before: string, after: string): readonly Diagnostic[] {
  if (path.endsWith('.test.ts')) return [];
  const old = new Set(before.split('\n'));
  const isAdded = (line: string): boolean => line.trim() !== '' && !old.has(line);
  const lines = withoutHeader(after).split('\n').filter(isAdded);
  const isNothing = lines.every((line) => /^(?:import .*;|} from .*;)$/.test(line));
  return isNothing ? [] : [{ ...diagnostic('merge-target-missing', { path }), lines }];
}

/** Returns code without the comment at its beginning. */
function withoutHeader(text: string): string {
  return text.replace(/^\/\*[^]*?\*\/\n/, '');
}
