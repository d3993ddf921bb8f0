import type { Diagnostic } from '../../src/base/diagnostics/diagnostic.js';
import { plain } from '../../src/base/diagnostics/print-style.js';
import { printDiagnostics } from '../../src/base/diagnostics/print.js';
import { readBundle, type ReadBundle } from '../../src/features/olm/read-bundle.js';
import type { OptionalSuite } from '../../src/features/olm/rules/suite-names.js';
import { judge, optionalSuites, requiredSuites } from '../../src/features/olm/rules/suites.js';
import type { Files } from './bundle-cases.js';
import { memoryDisk, root } from './memory-disk.js';

/** Reads a bundle whose files are in the folder `bundle` of a project. */
export function readFiles(files: Files): ReadBundle {
  const { host } = memoryDisk(new Map(Object.entries(files).map(([path, text]) => [`bundle/${path}`, text])));
  return readBundle({ host, cwd: root, root }, 'bundle');
}

/** Returns the problems of a bundle in the required suites and in these. */
export function problemsOf(files: Files, suites: readonly OptionalSuite[]): readonly Diagnostic[] {
  const { bundle, diagnostics } = readFiles(files);
  const rules = [...Object.values(requiredSuites), ...suites.map((name) => optionalSuites[name])];
  return [...diagnostics, ...(bundle === undefined ? [] : judge(bundle, rules))];
}

/** Returns how the first problem with a code is printed, without the count of problems. */
export function printedProblem(files: Files, suite: OptionalSuite | undefined, code: string): string {
  const found = problemsOf(files, suite === undefined ? [] : [suite]).find((each) => each.code === code);
  const { texts } = readFiles(files);
  const options = { style: plain, source: (file: string) => texts.get(file), place: (file: string) => file };
  const printed = printDiagnostics(found === undefined ? [] : [found], options);
  return printed.slice(0, printed.lastIndexOf('\n\n'));
}
