import { posix } from 'node:path';
import { hasErrors } from '../diagnostics/has-errors.js';
import { overlay } from '../io/overlay.js';
import type { Environment } from '../plan/outcome.js';
import type { MadePlan } from '../plan/make-plan.js';
import type { Project } from '../project/project.js';
import { deletedImports } from './deleted-imports.js';
import { newlyMissing } from './newly-missing.js';
import { newlyDangling } from './newly-dangling.js';
import { newlyDanglingRoles } from './newly-dangling-roles.js';
import { newlyRegistered } from './newly-registered.js';
import { newlyFailing } from './newly-failing.js';
import { newlyUnissued } from './newly-unissued.js';
import { newlyUnmarked } from './newly-unmarked.js';
import { newlyUnmatched } from './newly-unmatched.js';
import { newlyUnused } from './newly-unused.js';
import { ownManifests } from './own-manifests.js';
import type { PlannedChange } from './planned-change.js';
import { projectView, type ProjectView } from './project-view.js';

/** A planned change of PROJECT. */
interface Planned {
  readonly before: ProjectView;
  readonly edited: Project;
  readonly isDeletion: boolean;
  /** The helper that builds kustomizations. */
  readonly upstream: Environment['upstream'];
}

/** Adds problems that a project has after a change and did not have before it, which `check` would report. */
export async function withNewProblems(
  root: string,
  { plan, diagnostics }: MadePlan,
  { before, edited, isDeletion, upstream }: Planned,
): Promise<MadePlan> {
  // After an error nothing is written.
  if (hasErrors(diagnostics)) return { plan, diagnostics };
  const { files } = plan;
  const applied = overlay(before.host, new Map(files.map(({ path, after }) => [posix.join(root, path), after])));
  const change: PlannedChange = { before, after: projectView(applied, root, edited), root, files };
  const missing = isDeletion ? await newlyMissing(change) : [];
  const broken = isDeletion ? deletedImports(change) : [];
  const unmarked = isDeletion ? await newlyUnmarked(change) : [];
  const inCode = [...(await newlyRegistered(change)), ...(await newlyUnused(change))];
  const isInConfig = files.some(({ path, action }) => path.startsWith('config/') && action !== 'unchanged');
  const own = isInConfig ? ownManifests(before.host, root) : [];
  const entries = [...newlyDangling(change), ...newlyDanglingRoles(change, own)];
  const inConfig = [...entries, ...newlyUnmatched(change), ...newlyUnissued(change)];
  const failing = await newlyFailing(change, upstream, { own, reported: [...diagnostics, ...inConfig] });
  const inFiles = [...inConfig, ...failing];
  return { plan, diagnostics: [...diagnostics, ...inCode, ...unmarked, ...inFiles, ...missing, ...broken] };
}
