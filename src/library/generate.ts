import { resolve } from 'node:path';
import type { Diagnostic } from '../base/diagnostics/diagnostic.js';
import { hasErrors } from '../base/diagnostics/has-errors.js';
import { disk } from '../base/io/disk.js';
import { conflictsOf } from '../output/operation/conflicts.js';
import { manifests } from '../cli/commands/manifests/run.js';
import type { Outcome } from '../output/operation/outcome.js';
import { projectHost } from '../project/project-host.js';
import { projectRoot } from '../project/project-root.js';
import { refuseForeignProject } from '../project/trusted-project.js';
import { apply } from '../output/plan/apply.js';
import { pendingJournal, recover } from '../output/plan/journal.js';
import type { PlanAction } from '../output/plan/plan.js';
import { installAllFeatures } from '../features.js';
import { processHelper } from '../base/helper/process-helper.js';
import type { Helper } from '../base/helper/helper.js';
import { problemsOf } from './problems.js';
import { defined } from '../base/model/defined.js';

export interface GenerateOptions {
  /** The project folder, or one below it. Relative paths are resolved against the working directory of the process. */
  readonly cwd: string;
  /** Whether to write the files: either all of them or none. By default, nothing is changed. */
  readonly write?: boolean;
}

/** A file generated from the sources and PROJECT. */
export interface GeneratedFile {
  /** Relative to the project root, with forward slashes. */
  readonly path: string;
  /** The desired content; absent for a file to be deleted. */
  readonly content?: string;
  /** The effect of writing on the file. `conflict`: an existing file of the user would be overwritten. */
  readonly action: PlanAction;
}

export interface GenerateResult {
  /** Sorted by path; empty when the sources have errors. */
  readonly files: readonly GeneratedFile[];
  readonly diagnostics: readonly Diagnostic[];
  /** Whether the files on disk now match the list above. False without `write`, and after an error. */
  readonly written: boolean;
}

/**
 * Generates files from a project's types: CRDs, roles, samples, kustomizations, `src/register.ts`. It does the same as
 * `operator-gen manifests` with `write`, and the same as `operator-gen check` without.
 *
 * Problems of the project are returned, not thrown. A disk error while writing is also returned as a problem; a disk
 * error while reading is thrown as in `node:fs`.
 */
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  installAllFeatures();
  const cwd = resolve(options.cwd);
  const root = projectRoot(disk, cwd);
  const write = options.write ?? false;
  const found: Diagnostic[] = [];
  let outcome: Outcome | undefined;
  const problems = await problemsOf(async () => {
    refuseForeignProject(disk, root, process.env);
    // Runs before anything is read, so that the incomplete work of an earlier command is not mistaken for the project.
    found.push(...(write ? recover(disk, root) : pendingJournal(disk, root)));
    outcome = await manifests(
      {},
      {
        ...{ host: projectHost(disk, root), cwd, env: process.env },
        helper: onlyBuilding(processHelper(process.env, root)),
      },
    );
    found.push(...outcome.diagnostics, ...conflictsOf(outcome, false));
    if (write && !hasErrors(found)) apply(disk, root, outcome.plan);
  });
  const diagnostics = [...found, ...problems];
  return {
    files: outcome === undefined ? [] : filesOf(outcome),
    diagnostics,
    written: write && !hasErrors(diagnostics),
  };
}

/** Returns a helper that builds the kustomization of a chart, and gives no verdicts, which are only for the command line. */
function onlyBuilding(helper: Helper): Helper {
  return { ...helper, identity: undefined, start: () => undefined };
}

function filesOf({ plan }: Outcome): readonly GeneratedFile[] {
  return plan.files.map(({ path, action, after }) => ({
    path,
    ...defined({ content: after }),
    action,
  }));
}
