import { resolve } from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { hasErrors } from '../diagnostics/has-errors.js';
import { disk } from '../io/disk.js';
import { conflictsOf } from '../plan/conflicts.js';
import { manifests } from '../commands/manifests/run.js';
import type { Outcome } from '../plan/outcome.js';
import { projectHost } from '../project/project-host.js';
import { projectRoot } from '../project/project-root.js';
import { refuseForeignProject } from '../project/trusted-project.js';
import { apply } from '../plan/apply.js';
import { pendingJournal, recover } from '../plan/journal.js';
import type { PlanAction } from '../plan/plan.js';
import { problemsOf } from './problems.js';
import { defined } from '../model/defined.js';

export interface GenerateOptions {
  /** The project's folder, or one below it. Relative paths start at the folder that the process runs in. */
  readonly cwd: string;
  /** Whether the files are written: all of them, or none. Without it nothing is changed. */
  readonly write?: boolean;
}

/** A file that follows from the sources and PROJECT. */
export interface GeneratedFile {
  /** Relative to the project's root, with forward slashes. */
  readonly path: string;
  /** What the file has to hold; absent for one that has to go. */
  readonly content?: string;
  /** What writing does, or did, to the file. `conflict`: a file of the user is in the way. */
  readonly action: PlanAction;
}

export interface GenerateResult {
  /** Sorted by path; empty when the sources have errors. */
  readonly files: readonly GeneratedFile[];
  readonly diagnostics: readonly Diagnostic[];
  /** Whether the files are on the disk now as they are above. False without `write`, and after an error. */
  readonly written: boolean;
}

/**
 * Generates what follows from a project's types: CRDs, roles, samples, kustomizations, `src/register.ts`. Does what
 * `operator-gen manifests` does with `write`, and what `operator-gen check` does without.
 *
 * Problems of the project are answered and not thrown. A failing disk is a problem too where it was written to; reading
 * throws what `node:fs` throws.
 */
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  const cwd = resolve(options.cwd);
  const root = projectRoot(disk, cwd);
  const write = options.write ?? false;
  const found: Diagnostic[] = [];
  let outcome: Outcome | undefined;
  const problems = await problemsOf(async () => {
    refuseForeignProject(disk, root, process.env);
    // Before anything is read: what an earlier command left half-way must not be taken for the project.
    const warning = write ? recover(disk, root) : pendingJournal(disk, root);
    if (warning !== undefined) found.push(warning);
    outcome = await manifests({}, { host: projectHost(disk, root), cwd, env: process.env });
    found.push(...outcome.diagnostics, ...conflictsOf(outcome));
    if (write && !hasErrors(found)) apply(disk, root, outcome.plan);
  });
  const diagnostics = [...found, ...problems];
  return {
    files: outcome === undefined ? [] : filesOf(outcome),
    diagnostics,
    written: write && !hasErrors(diagnostics),
  };
}

function filesOf({ plan }: Outcome): readonly GeneratedFile[] {
  return plan.files.map(({ path, action, after }) => ({
    path,
    ...defined({ content: after }),
    action,
  }));
}
