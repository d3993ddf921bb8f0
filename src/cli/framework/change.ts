import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { hasErrors } from '../../base/diagnostics/has-errors.js';
import type { Outcome } from '../../output/operation/outcome.js';
import type { Plan } from '../../output/plan/plan.js';
import { defined } from '../../base/model/defined.js';
import { exitCodes } from './exit-code.js';
import { filesWritten, heeding, Interrupted } from './interrupt.js';
import { isWatched, startSpinner } from './progress.js';
import { nextSteps } from './next-steps.js';
import type { Program, ProgramFailure } from './programs.js';
import type { Report } from './report.js';
import { reportedFiles } from './reported-files.js';
import type { Session } from './session.js';

/**
 * Applies an outcome's plan, runs the programs that follow, and reports the result; with `--dry-run`, or after errors,
 * it only reports.
 */
export async function carryOut(session: Session, outcome: Outcome): Promise<Report> {
  const { context, settings, host, presenter, command } = session;
  const { root, plan, summary } = outcome;
  const files = await reportedFiles(plan, settings.diff);
  // The catalogue of problems is loaded only if there is a problem.
  const inTheWay = plan.files.some(({ action }) => action === 'conflict');
  const conflicts = inTheWay
    ? (await import('../../output/operation/conflicts.js')).conflictsOf(outcome, session.canForce)
    : [];
  const diagnostics = [...outcome.diagnostics, ...conflicts];
  const failed = hasErrors(diagnostics);
  const report = {
    command,
    applied: false,
    files,
    diagnostics,
    next: [],
    ...defined({ texts: outcome.texts, digest: outcome.digest }),
  };
  // `upgrade` exits with 1 if it has written conflicts.
  const failure = outcome.conflicts === undefined ? exitCodes.diagnostics : exitCodes.usage;
  const success = outcome.conflicts === 'written' ? exitCodes.diagnostics : exitCodes.done;

  if (settings.dryRun) {
    presenter.files(files, ({ action }) => action);
    return {
      ...report,
      texts: new Map([...textsOf(plan), ...(outcome.texts ?? [])]),
      exitCode: failed ? failure : success,
      summary: 'Dry run: nothing was written.',
    };
  }
  if (failed)
    return {
      ...report,
      texts: new Map([...textsOf(plan), ...(outcome.texts ?? [])]),
      exitCode: failure,
      summary: 'Nothing was written.',
    };

  const changed = files.filter(({ action }) => action !== 'unchanged');
  const { apply } = changed.length > 0 ? await import('../../output/plan/apply.js') : {};
  if (context.interrupt.aborted) throw new Interrupted(session.state);
  const failures = await heeding(context, async () => {
    apply?.(host, root, plan);
    if (changed.length > 0) session.state = filesWritten;
    presenter.files(settings.verbose ? files : changed, ({ action }) => action);
    return changed.length > 0 ? runPrograms(session, outcome) : [];
  });
  return {
    ...report,
    applied: true,
    diagnostics: [...diagnostics, ...failures],
    exitCode: failures.length > 0 ? exitCodes.diagnostics : success,
    summary: failures.length > 0 ? 'The files were written, but the command did not complete.' : summary,
    next: failures.length > 0 ? [] : nextSteps(session, outcome),
  };
}

/** Returns the texts that a plan would write. */
export function textsOf({ files }: Plan): ReadonlyMap<string, string> {
  return new Map(
    files.flatMap(({ path, action, after }) =>
      after !== undefined && (action === 'create' || action === 'update') ? [[path, after]] : [],
    ),
  );
}

/** Runs the programs that follow a plan, in order, until one fails. The written files stay. */
async function runPrograms(session: Session, outcome: Outcome): Promise<readonly Diagnostic[]> {
  const { context, presenter, settings } = session;
  for (const { command, args, why } of outcome.afterApply ?? []) {
    const line = [command, ...args].join(' ');
    session.state = { left: 'the files were written', remedy: `run: ${line}` };
    presenter.note(`${line}: ${why}`);
    const program = { command, args, cwd: outcome.root, env: context.env };
    const failure = await (isWatched(context, settings) && !settings.verbose
      ? withSpinner(session, program, line)
      : context.runProgram(program, context.stderr));
    if (failure === undefined) continue;
    if (failure.interrupted === true || context.interrupt.aborted) throw new Interrupted(session.state);
    const { diagnostic } = await import('../../base/diagnostics/diagnostic.js');
    const packages = context.env['OPERATOR_GEN_PACKAGES'] ?? '';
    const fresh = command === 'npm' && session.command === 'init' && packages === '';
    return [diagnostic('program-failed', { command: line, reason: failure.reason, fresh })];
  }
  return [];
}

/** Runs a program whose output is shown only if it fails. */
async function withSpinner({ context }: Session, program: Program, title: string): Promise<ProgramFailure | undefined> {
  const spinner = startSpinner(context, title);
  const failure = await context.runProgram(program, spinner).catch((error: unknown) => {
    spinner.stop(true);
    throw error;
  });
  spinner.stop(failure !== undefined);
  return failure;
}
