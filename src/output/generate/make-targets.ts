import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { makeTargets } from '../../base/merge/makefile.js';
import type { ManifestSource } from './generator.js';
import { textAt } from '../kustomize/included-objects.js';

const makefile = 'Makefile';

/** Directives of make that include files. */
const directives = new Set(['include', '-include', 'sinclude']);

/** Reports a file of targets that make does not read, because the user's Makefile does not include it. */
export function missingTargets({ read }: ManifestSource, file: string): readonly Diagnostic[] {
  const [text, targets] = [textAt(makefile, read), textAt(file, read)];
  if (text === undefined || targets === undefined || hasTargets(text, file, targets)) return [];
  return [diagnostic('make-targets-missing', { file }, { file: makefile, line: 1, column: 1 })];
}

/** Reports whether a Makefile includes a file, or has its first target itself. */
function hasTargets(text: string, file: string, targets: string): boolean {
  const [first] = makeTargets(targets);
  const isOwn = first !== undefined && makeTargets(text).has(first);
  return isOwn || text.split('\n').some((line) => isIncluding(line, file));
}

/** Reports whether a line can include a file. Names in variables are known only to make. */
function isIncluding(line: string, file: string): boolean {
  const [word = '', ...paths] = line.split('#', 1)[0]!.trim().split(/\s+/);
  if (!directives.has(word)) return false;
  const names = paths.map((each) => posix.normalize(each));
  return names.some((each) => each === file || each.includes('$(') || each.includes('${') || isPattern(each, file));
}

function isPattern(name: string, file: string): boolean {
  return name.includes('*') && posix.dirname(name) === posix.dirname(file);
}
