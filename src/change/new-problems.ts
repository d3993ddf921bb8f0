import { posix } from 'node:path';
import { hasErrors } from '../diagnostics/has-errors.js';
import type { Host } from '../io/host.js';
import { overlay } from '../io/overlay.js';
import type { MadePlan } from '../plan/make-plan.js';
import type { Project } from '../project/project.js';
import { deletedImports } from './deleted-imports.js';
import { newlyMissing } from './newly-missing.js';
import { newlyDangling } from './newly-dangling.js';
import { newlyRegistered } from './newly-registered.js';
import { newlyUnissued } from './newly-unissued.js';
import { newlyUnmarked } from './newly-unmarked.js';
import { newlyUnmatched } from './newly-unmatched.js';
import type { PlannedChange } from './planned-change.js';

/** Adds problems that a project has after a change and did not have before it, which `check` would report. */
export async function withNewProblems(
  host: Host,
  root: string,
  { plan, diagnostics }: MadePlan,
  { projects, isDeletion }: { readonly projects: readonly [Project, Project]; readonly isDeletion: boolean },
): Promise<MadePlan> {
  // After an error nothing is written.
  if (hasErrors(diagnostics)) return { plan, diagnostics };
  const { files } = plan;
  const applied = overlay(host, new Map(files.map(({ path, after }) => [posix.join(root, path), after])));
  const change: PlannedChange = { host, applied, root, files };
  const missing = isDeletion ? await newlyMissing(change, projects) : [];
  const broken = isDeletion ? deletedImports(change) : [];
  const unmarked = isDeletion ? await newlyUnmarked(change, projects[1]) : [];
  const twice = await newlyRegistered(change, projects);
  const inConfig = [...newlyDangling(change), ...newlyUnmatched(change), ...newlyUnissued(change)];
  return { plan, diagnostics: [...diagnostics, ...twice, ...unmarked, ...inConfig, ...missing, ...broken] };
}
