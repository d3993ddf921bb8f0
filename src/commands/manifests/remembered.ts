import { posix } from 'node:path';
import { hasErrors } from '../../diagnostics/has-errors.js';
import type { Memory } from '../../memory/memory.js';
import { recollect, workOut, type Topic } from '../../memory/recollection.js';
import type { PlannedFile } from '../../plan/plan.js';
import type { Environment, Outcome } from '../../plan/outcome.js';

// `check` and `manifests` have the same findings, so each can reuse the results of the other.
const topicOf = (cwd: string): Topic => ({ name: 'manifests', folder: cwd });

interface Kept {
  readonly outcome: Outcome;
  /** The helper that was asked; another one can have other answers. */
  readonly helper?: string | undefined;
}

/** Returns the outcome of an earlier run that found everything up to date, if nothing that it read has changed. */
export function recall(memory: Memory, { host, cwd, upstream }: Environment): Outcome | undefined {
  const text = recollect<string>(memory, topicOf(cwd), host);
  const kept = text === undefined ? undefined : (JSON.parse(text) as Kept);
  const outcome = kept?.helper === upstream?.identity ? kept?.outcome : undefined;
  const files = outcome?.plan.files.flatMap((file) => {
    const content = host.read(posix.join(outcome.root, file.path));
    return content === undefined ? [] : [{ ...file, before: content, after: content }];
  });
  if (outcome === undefined || files?.length !== outcome.plan.files.length) return undefined;
  return { ...outcome, plan: { files } };
}

/** Runs an operation, and remembers its outcome if everything is up to date. */
export async function remember(
  environment: Environment,
  operation: (environment: Environment) => Promise<Outcome>,
): Promise<Outcome> {
  const { memory, host, cwd, upstream } = environment;
  const kept = (outcome: Outcome): Kept => ({ outcome: withoutTexts(outcome), helper: upstream?.identity });
  const work = (noted: typeof host) => operation({ ...environment, host: noted });
  return workOut(memory, topicOf(cwd), host, work, (outcome) =>
    isUpToDate(outcome) ? JSON.stringify(kept(outcome)) : undefined,
  );
}

function isUpToDate({ plan, diagnostics }: Outcome): boolean {
  return (
    plan.files.every(({ action, before, copyOf }) => action === 'unchanged' && before !== undefined && !copyOf) &&
    !hasErrors(diagnostics)
  );
}

/** Removes the file contents, which are on disk. */
function withoutTexts(outcome: Outcome): Outcome {
  const files = outcome.plan.files.map(({ before: _before, after: _after, ...file }: PlannedFile) => file);
  return { ...outcome, plan: { files } };
}
