import { posix } from 'node:path';
import { isHelperFailure } from '../../../base/diagnostics/about-run.js';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { hasErrors } from '../../../base/diagnostics/has-errors.js';
import { overlay } from '../../../base/io/overlay.js';
import type { Memory } from '../../../base/memory/memory.js';
import { recollect, workOut, type Topic } from '../../../base/memory/recollection.js';
import type { PlannedFile } from '../../../output/plan/plan.js';
import type { Environment, Outcome } from '../../../output/operation/outcome.js';

// `check` and `manifests` have the same findings, so each can reuse the results of the other.
const topicOf = (cwd: string): Topic => ({ name: 'manifests', folder: cwd });

/** Summary of a run that has nothing to write. */
export const upToDateSummary = 'All generated files are up to date.';

interface Kept {
  readonly outcome: Outcome;
  /** The helper that answered. A different helper can give other answers. */
  readonly helper?: string | undefined;
}

/** Returns the outcome of an earlier run that found everything up to date, if nothing that it read has changed. */
export function recall(memory: Memory, { host, cwd, helper }: Environment): Outcome | undefined {
  const text = recollect<string>(memory, topicOf(cwd), host);
  const kept = text === undefined ? undefined : (JSON.parse(text) as Kept);
  const outcome = kept?.helper === helper?.identity ? kept?.outcome : undefined;
  const files = outcome?.plan.files.flatMap((file) => {
    const content = host.read(posix.join(outcome.root, file.path));
    return content === undefined ? [] : [{ ...file, before: content, after: content }];
  });
  if (outcome === undefined || files?.length !== outcome.plan.files.length) return undefined;
  return { ...outcome, plan: { files } };
}

/** Runs an operation, and stores its outcome if everything is up to date, or will be once its plan is applied. */
export async function remember(
  environment: Environment,
  operation: (environment: Environment) => Promise<Outcome>,
): Promise<Outcome> {
  const { memory, host, cwd, helper } = environment;
  const work = (noted: typeof host) => operation({ ...environment, host: noted });
  const kept = (outcome: Outcome): string | undefined =>
    isUpToDate(outcome) || isUpToDateThen(outcome)
      ? JSON.stringify({ outcome: upToDateOutcome(outcome), helper: helper?.identity } satisfies Kept)
      : undefined;
  const left = (outcome: Outcome): typeof host | undefined =>
    isUpToDate(outcome) ? undefined : overlay(host, writtenTexts(outcome));
  return workOut(memory, topicOf(cwd), host, work, kept, left);
}

function isUpToDate({ plan, diagnostics }: Outcome): boolean {
  return plan.files.every((file) => isUnchanged(file)) && !hasErrors(diagnostics) && !diagnostics.some(isUnanswered);
}

/** Reports whether a diagnostic means that the helper has not answered, which can change in the next run. */
function isUnanswered({ code }: Diagnostic): boolean {
  return isHelperFailure({ code }) || code === 'output-not-generated';
}

function isUnchanged({ action, before, copyOf }: PlannedFile): boolean {
  return action === 'unchanged' && before !== undefined && copyOf === undefined;
}

/**
 * Reports whether the next run will find everything up to date and report the same diagnostics: those of sources do not
 * depend on written files, but others can be about the change itself.
 */
function isUpToDateThen({ plan, diagnostics }: Outcome): boolean {
  const willBe = ({ action, copyOf }: PlannedFile): boolean => action !== 'conflict' && copyOf === undefined;
  return plan.files.every(willBe) && diagnostics.every((each) => isAboutSource(each));
}

function isAboutSource({ position, severity }: Diagnostic): boolean {
  return severity !== 'error' && position !== undefined && /\.[cm]?ts$/.test(position.file);
}

function writtenTexts({ root, plan }: Outcome): ReadonlyMap<string, string | undefined> {
  return new Map(
    plan.files
      .filter((file) => !isUnchanged(file))
      .map(({ path, action, after }) => [posix.join(root, path), action === 'delete' ? undefined : after]),
  );
}

/** Returns the outcome of the next run, without the file contents, which are on disk. */
function upToDateOutcome(outcome: Outcome): Outcome {
  const files = outcome.plan.files
    .filter(({ action }) => action !== 'delete')
    .map(({ before: _before, after: _after, ...file }: PlannedFile) => ({ ...file, action: 'unchanged' as const }));
  return { ...outcome, plan: { files }, summary: upToDateSummary };
}
