import { isAbsolute, relative, resolve } from 'node:path';
import { usageError } from '../../framework/usage-error.js';
import { helperDiagnostics } from '../../../base/diagnostics/catalogue/helper.js';
import { counted } from '../../../base/diagnostics/counted.js';
import { diagnostic, refuse, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { Selects } from '../../../base/diagnostics/select.js';
import { slashed } from '../../../base/io/slashed.js';
import type { Environment, Outcome } from '../../../output/operation/outcome.js';
import { pathProblem, readOnlyProblem } from '../../../output/plan/path-problem.js';
import { compare, entriesFor, type KnownProblem } from './baseline.js';
import { type Baseline, printBaseline, readBaseline, shrinkBaseline } from './baseline-file.js';
import { baselineFile, type CheckOptions } from './flags.js';

/** The extent of a run. Whether the problem of an entry is fixed is known only if the run would have found it. */
export interface Checked {
  readonly selects: Selects;
  /** Whether the API server's code has answered. */
  readonly exactly: boolean;
  /** The base of the comparison, as given by the user; undefined if nothing was compared. */
  readonly against: string | undefined;
  /** The codes of problems that depend on the base. */
  readonly ofComparison: ReadonlySet<string>;
}

/** Compares the problems that `check` found with the baseline, or writes it. */
export function withBaseline(
  found: Outcome,
  options: CheckOptions,
  checked: Checked,
  environment: Environment,
): Outcome {
  const { baseline: named, writeBaseline = false } = options;
  if (named === false) {
    if (writeBaseline) refuse('conflicting-flags', { one: '--write-baseline', other: '--no-baseline' });
    return found;
  }
  const { host, cwd } = environment;
  const file = named === undefined ? baselineFile : slashed(relative(found.root, resolve(cwd, named)));
  if (/^(?:\.\.(?:\/|$)|$)/.test(file) || isAbsolute(file)) {
    const reason = 'it is not a file in the project';
    throw usageError('check', 'invalid-value', { option: '--baseline', value: named ?? file, reason });
  }
  const problem = named === undefined ? undefined : pathProblem(host, found.root, file);
  if (problem !== undefined)
    throw usageError('check', 'invalid-value', { option: '--baseline', value: named ?? file, reason: problem.message });
  const baseline = readBaseline(host, found.root, file);
  if (writeBaseline) return written(found, file, baseline, checked);
  if (baseline !== undefined) return compared(found, baseline, checked, environment);
  return named === undefined ? found : refuse('baseline-not-found', { file });
}

function isJudged({ code, against }: KnownProblem, checked: Checked): boolean {
  const needsServer = code === 'object-rejected' || Object.hasOwn(helperDiagnostics, code);
  // A problem in comparison with one base is not fixed because a comparison with another base does not find it.
  const isCompared = checked.against !== undefined && checked.against === against;
  const isFound = (checked.exactly || !needsServer) && (isCompared || !checked.ofComparison.has(code));
  return checked.selects(code) && isFound;
}

function withBase(entry: KnownProblem, { against, ofComparison }: Checked): KnownProblem {
  return ofComparison.has(entry.code) && against !== undefined ? { ...entry, against } : entry;
}

/** Returns the outcome of writing a baseline with all current problems. */
function written(found: Outcome, file: string, baseline: Baseline | undefined, checked: Checked): Outcome {
  const { entries: earlier = [], text: before } = baseline ?? {};
  const kept = earlier.filter((entry) => !isJudged(entry, checked));
  const entries = entriesFor(found.diagnostics, earlier, kept, (entry) => withBase(entry, checked));
  const after = printBaseline(entries);
  const count = entries.reduce((sum, { count: each = 1 }) => sum + each, 0);
  const action = before === undefined ? 'create' : before === after ? 'unchanged' : 'update';
  return {
    root: found.root,
    plan: { files: [{ path: file, action, ownership: 'merged', after, ...(before !== undefined && { before }) }] },
    diagnostics: compare(entries, found.diagnostics).unknown,
    summary: `${file} has ${counted(count, 'known problem')}.`,
    next: ['npx operator-gen check'],
  };
}

/** Returns an outcome without known problems. Those that were fixed are removed from the baseline, or reported in CI. */
function compared(found: Outcome, baseline: Baseline, checked: Checked, { host, env }: Environment): Outcome {
  const { entries, file, text } = baseline;
  const { unknown, known, left } = compare(entries, found.diagnostics);
  const stays = entries.map((entry, index) => (isJudged(entry, checked) ? left[index]! : (entry.count ?? 1)));
  const fixed = entries.map(({ count = 1 }, index) => count - stays[index]!);
  const total = fixed.reduce((sum, each) => sum + each, 0);
  const outcome = { ...found, diagnostics: unknown, known };
  if (total === 0) return outcome;
  if (isContinuousIntegration(env) || readOnlyProblem(host, found.root, file) !== undefined) {
    const stale = checked.selects('stale-baseline-entry') ? staleEntries(baseline, fixed) : [];
    return { ...outcome, diagnostics: [...unknown, ...stale] };
  }
  const after = shrinkBaseline(baseline, stays);
  return {
    ...outcome,
    removal: {
      file: { path: file, action: 'update', ownership: 'merged', before: text, after },
      what: `${counted(total, 'fixed problem')} from ${file}`,
    },
  };
}

/** @param fixed number of problems of each entry that were fixed */
function staleEntries({ entries, file, at }: Baseline, fixed: readonly number[]): readonly Diagnostic[] {
  return entries.flatMap(({ code, file: where = '' }, index) => {
    const count = fixed[index]!;
    return count === 0 ? [] : [diagnostic('stale-baseline-entry', { file, code, where, count }, at(index))];
  });
}

/** Reports whether a build server runs this. All common ones set the variable. */
function isContinuousIntegration(env: Environment['env']): boolean {
  return !['', '0', 'false'].includes(env['CI'] ?? '');
}
