import { counted } from '../../base/diagnostics/counted.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';

/** Numbers of findings of `check`. */
export interface Counts {
  readonly errors: number;
  readonly warnings: number;
  readonly notes: number;
  /** Generated files that are out of date. */
  readonly drift: number;
  /** Problems in the baseline. */
  readonly known: number;
}

export function countProblems(diagnostics: readonly Diagnostic[], drift: number, known: number): Counts {
  const count = (wanted: string) => diagnostics.filter(({ severity }) => severity === wanted).length;
  return { errors: count('error'), warnings: count('warning'), notes: count('note'), drift, known };
}

/** Returns the counts on one line, such as `2 errors, 1 known problem`; empty if there is nothing to count. */
export function countsInWords({ errors, warnings, notes, drift, known }: Counts): string {
  const parts = [
    [errors, counted(errors, 'error')],
    [warnings, counted(warnings, 'warning')],
    [notes, counted(notes, 'note')],
    [drift, `${counted(drift, 'generated file')} out of date`],
    [known, counted(known, 'known problem')],
  ] as const;
  return parts.flatMap(([count, words]) => (count === 0 ? [] : [words])).join(', ');
}
