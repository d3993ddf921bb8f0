import { posix } from 'node:path';
import { hasErrors } from '../../../base/diagnostics/has-errors.js';
import { overlay } from '../../../base/io/overlay.js';
import type { Environment } from '../../../output/operation/outcome.js';
import type { MadePlan } from '../../../output/plan/make-plan.js';
import type { Project } from '../../../project/project.js';
import { deletedImports } from './broken-imports.js';
import { deletionChecks } from './deletion-checks.js';
import { newlyDangling } from './missing-entries.js';
import { newlyDanglingRoles } from './dangling-roles.js';
import { newlyRegistered } from './double-registrations.js';
import { newlyFailing } from './failing-builds.js';
import { newlyUnissued } from './unissued-secrets.js';
import { newlyUnmarked } from './unmarked-kinds.js';
import { newlyUnmatched } from './unmatched-patches.js';
import { newlyUnused } from './unused-set-ups.js';
import { ownManifests } from '../kustomizations/user-manifests.js';
import type { PlannedChange } from '../planned-change.js';
import { projectView, type ProjectView } from '../planned-view.js';

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
  const others = isDeletion ? await Promise.all(deletionChecks.all().map((each) => each(change))) : [];
  const broken = isDeletion ? deletedImports(change) : [];
  const unmarked = isDeletion ? await newlyUnmarked(change) : [];
  const inCode = [...(await newlyRegistered(change)), ...(await newlyUnused(change))];
  const isInConfig = files.some(({ path, action }) => path.startsWith('config/') && action !== 'unchanged');
  const own = isInConfig ? ownManifests(before.host, root) : [];
  const entries = [...newlyDangling(change), ...newlyDanglingRoles(change, own)];
  const inConfig = [...entries, ...newlyUnmatched(change), ...newlyUnissued(change)];
  const failing = await newlyFailing(change, upstream, { own, reported: [...diagnostics, ...inConfig] });
  const inFiles = [...inConfig, ...failing];
  return { plan, diagnostics: [...diagnostics, ...inCode, ...unmarked, ...inFiles, ...others.flat(), ...broken] };
}
