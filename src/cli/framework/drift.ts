import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { hasErrors } from '../../base/diagnostics/has-errors.js';
import { driftCode } from '../../output/plan/drift-code.js';
import type { Outcome } from '../../output/operation/outcome.js';
import { textsOf } from './change.js';
import { countProblems, type Counts, countsInWords } from './counts.js';
import { exitCodes } from './exit-code.js';
import { packageManagerOf, spellFor } from './package-manager.js';
import { firstChangedLine } from './patch.js';
import type { Report, ReportedFile } from './report.js';
import { reportedFiles } from './reported-files.js';
import type { Session } from './session.js';

/**
 * Reports the problems that `check` found, and files that are out of date, each with its patch, and the command that
 * updates them. It writes nothing, except that it removes fixed problems from the baseline.
 */
export async function reportDrift(session: Session, outcome: Outcome): Promise<Report> {
  const { settings, presenter, command, warnings } = session;
  const { plan, diagnostics, known = 0 } = outcome;
  const files = await reportedFiles({ files: plan.files.filter(({ action }) => action !== 'unchanged') }, true);
  presenter.files(files, ({ action }) => driftCode(action)?.replace('-file', '') ?? action);
  await removeFixed(session, outcome);
  const fix = spellFor(packageManagerOf(session.context.env, session.host, outcome.root), 'npx operator-gen manifests');
  const counts = countProblems([...warnings, ...diagnostics], files.length, known);
  return {
    command,
    applied: false,
    files,
    next: [],
    texts: textsOf(plan),
    exitCode: hasErrors(diagnostics) ? exitCodes.diagnostics : files.length > 0 ? exitCodes.drift : exitCodes.done,
    // The list is sufficient for people, but programs that read problems expect these with a position.
    diagnostics: settings.output === 'text' ? diagnostics : [...diagnostics, ...(await driftProblems(files, fix))],
    counts,
    summary: summaryOf(counts, fix, outcome, settings.dryRun),
  };
}

async function driftProblems(files: readonly ReportedFile[], fix: string): Promise<readonly Diagnostic[]> {
  if (files.length === 0) return [];
  const { diagnostic } = await import('../../base/diagnostics/diagnostic.js');
  return files.flatMap(({ path, action, patch = '' }) => {
    const code = driftCode(action);
    const at = { file: path, line: firstChangedLine(patch), column: 1 };
    return code === undefined ? [] : [diagnostic(code, { path, fix }, at)];
  });
}

async function removeFixed({ host, settings }: Session, { root, removal }: Outcome): Promise<void> {
  if (removal === undefined || settings.dryRun) return;
  (await import('../../output/plan/apply.js')).apply(host, root, { files: [removal.file] });
}

/** Returns the last line of `check`: the counts, and the next step. */
function summaryOf(counts: Counts, fix: string, { summary, removal }: Outcome, dryRun: boolean): string {
  const numbers = countsInWords(counts);
  const removed = removal === undefined ? [] : [`${dryRun ? 'Would remove' : 'Removed'} ${removal.what}.`];
  const advice = counts.drift > 0 ? [`To update the files: ${fix}`] : counts.errors > 0 ? [] : [summary];
  return [...(numbers === '' ? [] : [`${numbers}.`]), ...removed, ...advice].join(' ');
}
