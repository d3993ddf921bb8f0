import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { hasErrors } from '../../../base/diagnostics/has-errors.js';
import { overlay } from '../../../base/io/overlay.js';
import { listCode } from '../../../language/analyze/sources.js';
import { registeredTwice } from '../../../output/generate/unserved-webhooks.js';
import type { Environment } from '../../../output/operation/outcome.js';
import type { MadePlan } from '../../../output/plan/make-plan.js';
import type { Project } from '../../../project/project.js';
import { importsOfDeleted } from '../../refactor/imports/deleted-imports.js';
import { exportedNames, servedKinds } from '../edited-code/exported-names.js';
import { danglingEntries } from '../kustomizations/dangling-entries.js';
import { ownManifests } from '../kustomizations/user-manifests.js';
import type { PlannedChange } from '../planned-change.js';
import { projectView, type ProjectView } from '../planned-view.js';
import { newlyDanglingRoles } from './dangling-roles.js';
import { deletionChecks } from './deletion-checks.js';
import { newlyFailing } from './failing-builds.js';
import { newlyUnissued } from './unissued-secrets.js';
import { newlyUnmarked } from './unmarked-kinds.js';
import { newlyUnmatched } from './unmatched-patches.js';
import { newlyUnused } from './unused-set-ups.js';

/** A planned change of PROJECT. */
interface Planned {
  readonly before: ProjectView;
  readonly edited: Project;
  readonly isDeletion: boolean;
  /** The helper that builds kustomizations. */
  readonly helper: Environment['helper'];
  readonly memory: Environment['memory'];
}

/** Adds the problems that `check` would report, and that a project has after a change but did not have before. */
export async function withNewProblems(
  root: string,
  { plan, diagnostics }: MadePlan,
  { before, edited, isDeletion, helper, memory }: Planned,
): Promise<MadePlan> {
  // After an error nothing is written.
  if (hasErrors(diagnostics)) return { plan, diagnostics };
  const { files } = plan;
  const applied = overlay(before.host, new Map(files.map(({ path, after }) => [posix.join(root, path), after])));
  const change: PlannedChange = { before, after: projectView(applied, root, edited, memory), root, files };
  const others = isDeletion ? await Promise.all(deletionChecks.all().map((each) => each(change))) : [];
  const broken = isDeletion ? deletedImports(change) : [];
  const unmarked = isDeletion ? await newlyUnmarked(change) : [];
  const inCode = [...(await newlyRegistered(change)), ...(await newlyUnused(change))];
  const isInConfig = files.some(({ path, action }) => path.startsWith('config/') && action !== 'unchanged');
  const own = isInConfig ? ownManifests(before.host, root) : [];
  const entries = [...newlyDangling(change), ...newlyDanglingRoles(change, own)];
  const inConfig = [...entries, ...newlyUnmatched(change), ...newlyUnissued(change)];
  const failing = await newlyFailing(change, helper, { own, reported: [...diagnostics, ...inConfig] });
  const inFiles = [...inConfig, ...failing];
  return { plan, diagnostics: [...diagnostics, ...inCode, ...unmarked, ...inFiles, ...others.flat(), ...broken] };
}

/** Reports the code that imports files and declarations that a plan deletes, and that therefore no longer compiles. */
function deletedImports(change: PlannedChange): readonly Diagnostic[] {
  const { root, files } = change;
  const deleted = new Set<string>();
  const names = new Map<string, ReadonlySet<string>>();
  for (const { path, action, before, after } of files) {
    if (!/\.[cm]?tsx?$/.test(path) || before === undefined || before === after) continue;
    const kept = new Set(exportedNames(after ?? ''));
    const lost = exportedNames(before).filter((each) => !kept.has(each));
    if (action === 'delete') deleted.add(posix.join(root, path));
    else if (lost.length > 0) names.set(posix.join(root, path), new Set(lost));
  }
  return importsOfDeleted(change.before.host, change.after.host, root, { files: deleted, names }).map(
    ({ position, imported }) => diagnostic('deleted-import', { imported: imported.join(', ') }, position),
  );
}

/** Reports webhooks that a plan registers although the user's code already registers them: the operator would not start. */
async function newlyRegistered(change: PlannedChange): Promise<readonly Diagnostic[]> {
  const { root, files } = change;
  const fresh = files.filter(({ before = '', after = '' }) => servedKinds(after).length > servedKinds(before).length);
  if (fresh.length === 0) return [];
  const kinds = new Set(fresh.flatMap(({ after = '' }) => servedKinds(after)));
  const paths = new Set(fresh.map(({ path }) => posix.join(root, path)));
  // The compiler is needed to read what code serves.
  const isPossible = listCode(change.after.host, root).some(
    ({ path, text }) => !paths.has(path) && servedKinds(text).some((kind) => kinds.has(kind)),
  );
  if (!isPossible) return [];
  const twice = registeredTwice((await change.after.uses()).served);
  if (twice.length === 0) return [];
  const known = new Set(registeredTwice((await change.before.uses()).served).map(({ message }) => message));
  return twice.filter(({ message }) => !known.has(message));
}

/**
 * Reports kustomization entries whose files a plan deletes or moves, if the user has moved the entries to other
 * kustomizations.
 */
function newlyDangling({ before, after, root, files }: PlannedChange): readonly Diagnostic[] {
  const isGone = files.some(({ path, action }) => path.startsWith('config/') && action === 'delete');
  if (!isGone) return [];
  const entryOf = ({ message, position }: Diagnostic): string => `${position?.file}: ${message}`;
  const known = new Set(danglingEntries(before.host, root).map(entryOf));
  return danglingEntries(after.host, root).filter((each) => !known.has(entryOf(each)));
}
