import { isAboutRun } from '../../../base/diagnostics/about-run.js';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { withoutPlaces } from '../../../base/diagnostics/fingerprint.js';
import { escapeControls } from '../../../base/diagnostics/print-escape.js';
import { defined } from '../../../base/model/defined.js';

/** A problem that `check` does not report: all problems with this code, file and message. */
export interface KnownProblem {
  readonly code: string;
  /** Absent for a problem without a position. */
  readonly file?: string | undefined;
  /** Without line numbers. */
  readonly message: string;
  /** Hash of values that the message shortens. */
  readonly values?: string | undefined;
  /** The base of the comparison that found it. Comparisons with other bases do not decide whether it is fixed. */
  readonly against?: string | undefined;
  /** Number of equal problems; 1 by default. */
  readonly count?: number | undefined;
  /** The reason why the problem is accepted, for people. */
  readonly reason?: string | undefined;
}

/** The problems of a run, compared with a baseline. */
export interface Compared {
  /** Problems that the baseline does not contain. */
  readonly unknown: readonly Diagnostic[];
  /** Number of problems that it contains. */
  readonly known: number;
  /** Number of problems of each entry that still exist. */
  readonly left: readonly number[];
}

/** Reports whether a diagnostic can be in a baseline. */
export function canBeKnown({ code, severity }: Diagnostic): boolean {
  return severity !== 'note' && !isAboutRun(code);
}

/** Compares the problems of a run with those of a baseline. */
export function compare(entries: readonly KnownProblem[], diagnostics: readonly Diagnostic[]): Compared {
  const found = grouped(diagnostics.filter(canBeKnown), (each) => keyOf(problemOf(each)));
  const left = entries.map((entry) => {
    const { count = 1 } = entry;
    return found.get(keyOf(entry))?.splice(0, count).length ?? 0;
  });
  const unknown = new Set([...found.values()].flat());
  return {
    unknown: diagnostics.filter((each) => !canBeKnown(each) || unknown.has(each)),
    known: left.reduce((sum, each) => sum + each, 0),
    left,
  };
}

/**
 * Returns the entries for the problems of a run, with the reasons of earlier entries.
 * @param kept earlier entries to keep, because the run did not look for their problems
 * @param completed completes an entry with data of the run
 */
export function entriesFor(
  diagnostics: readonly Diagnostic[],
  earlier: readonly KnownProblem[],
  kept: readonly KnownProblem[],
  completed: (entry: KnownProblem) => KnownProblem = (entry) => entry,
): readonly KnownProblem[] {
  const reasons = new Map(earlier.map((entry) => [keyOf(entry), entry.reason]));
  const found = grouped(diagnostics.filter(canBeKnown).map(problemOf), keyOf);
  const entries = [...found].map(([key, [problem, ...others]]) => ({
    ...completed(problem!),
    ...(others.length > 0 && { count: others.length + 1 }),
    reason: reasons.get(key),
  }));
  return [...entries, ...kept.filter((entry) => !found.has(keyOf(entry)))];
}

function grouped<T>(items: readonly T[], key: (item: T) => string): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const each of items) {
    const group = groups.get(key(each));
    if (group === undefined) groups.set(key(each), [each]);
    else group.push(each);
  }
  return groups;
}

function problemOf({ code, message, position, identity }: Diagnostic): KnownProblem {
  return {
    ...{ code, file: position?.file, message: escapeControls(withoutPlaces(identity?.message ?? message)) },
    ...defined({ values: identity?.values }),
  };
}

function keyOf({ code, file = '', message, values = '' }: KnownProblem): string {
  return JSON.stringify([file, code, message, values]);
}
