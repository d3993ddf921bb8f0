import type { Outcome } from '../plan/outcome.js';
import type { PlanAction } from '../plan/plan.js';
import { exitCodes } from './exit-code.js';
import { packageManagerOf, spellFor } from './package-manager.js';
import { firstChangedLine } from './patch.js';
import type { Report } from './report.js';
import { reportedFiles } from './reported-files.js';
import type { Session } from './session.js';

/** The words with which `check` describes files that `manifests` would change. */
const words = {
  create: 'missing',
  update: 'stale',
  conflict: 'stale',
  delete: 'orphaned',
  unchanged: undefined,
} as const satisfies Record<PlanAction, string | undefined>;

/** Reports files that are out of date, each with its patch, and the command that updates them. Writes nothing. */
export async function reportDrift(session: Session, { plan, diagnostics, summary }: Outcome): Promise<Report> {
  const { context, settings, presenter, command } = session;
  const files = await reportedFiles({ files: plan.files.filter(({ action }) => action !== 'unchanged') }, true);
  const report = { command, applied: false, files, next: [] };
  if (files.length === 0) return { ...report, exitCode: exitCodes.done, diagnostics, summary };

  presenter.files(files, ({ action }) => words[action] ?? action);
  const fix = spellFor(packageManagerOf(context.env), 'npx operator-gen manifests');
  const { diagnostic } = await import('../diagnostics/diagnostic.js');
  // In text output the list is sufficient, but programs that read problems expect them with a position.
  const problems = files.flatMap(({ path, action, patch = '' }) => {
    const word = settings.output === 'text' ? undefined : words[action];
    const at = { file: path, line: firstChangedLine(patch), column: 1 };
    return word === undefined ? [] : [diagnostic(`${word}-file`, { path, fix }, at)];
  });
  return {
    ...report,
    exitCode: exitCodes.drift,
    diagnostics: [...diagnostics, ...problems],
    summary: `${files.length} generated ${files.length === 1 ? 'file is' : 'files are'} out of date. To fix: ${fix}`,
  };
}
