import { DiagnosticsError } from '../../base/diagnostics/diagnostic.js';
import { hasErrors } from '../../base/diagnostics/has-errors.js';
import type { DesiredFile } from '../../project/layout/desired-file.js';
import { layoutOf, type LayoutOptions } from '../../project/layout/layout.js';
import { movedTemplates, releasesBetween, renamedSince, type Release } from '../../project/layout/releases.js';
import type { Packages } from '../../project/layout/template-set.js';
import { templatesWith } from '../../project/layout/templates.js';
import type { MadePlan } from '../../output/plan/make-plan.js';
import type { Environment } from '../../output/operation/outcome.js';
import type { FoundProject } from '../../project/find-project.js';
import { startEdit } from '../../project/project-edit.js';
import { putCliVersion } from '../../project/project-settings.js';
import { planCodeMove } from '../../scaffold/refactor/moves/plan-code-move.js';
import { changeProject, type CodeToChange } from '../../scaffold/change/change-project.js';
import type { ConflictPolicy } from '../../scaffold/change/edited-code/conflict-policy.js';
import type { Way } from '../../scaffold/change/releases/known-releases.js';
import { planLateCode } from './code-of-earlier-releases.js';
import { packagesInstead, presentPackages } from '../../scaffold/change/packages/packages.js';
import { followUp } from './follow-up.js';
import { unresolvedIn } from '../../scaffold/change/edited-code/conflict-markers.js';
import { writtenCode } from '../../scaffold/change/edited-code/scaffolded-code.js';

/**
 * Plans an upgrade: the difference between the files of two releases is applied to the project, with the same rules as a
 * change of PROJECT, and code is adapted to the packages.
 * @throws DiagnosticsError when a file has conflict markers of an earlier upgrade: they would be merged as if they were
 *   code
 */
export async function upgradeProject(
  environment: Environment,
  found: FoundProject,
  { releases, from, to, conflicts }: Way & { readonly conflicts: ConflictPolicy['write'] },
): Promise<MadePlan> {
  const { host } = environment;
  const { root } = found;
  const since = releasesBetween(releases, from, to);
  const moved = movedTemplates(since);
  const renamedExports = renamedSince(since);
  const packages = packagesOf(environment, root, from, to);
  const before = { ...layoutFrom(releases, from, packages.before), templateKnownAs: knownAs(moved) };
  const unresolved = unresolvedIn(host, root, layoutOf(found.project, before).keys());
  if (unresolved.length > 0) throw new DiagnosticsError(...unresolved);
  if (from === to) return upgradeLateCode(environment, found, releases, to);
  const after = layoutFrom(releases, to, packages.after);
  const edit = startEdit(found);
  putCliVersion(edit, to);
  const made = await changeProject(environment, found, {
    edit,
    force: false,
    changeCode: (at, folder, { moves }: CodeToChange) =>
      planCodeMove(writtenCode(at, folder), folder, { moves, renamedExports }),
    upgrade: {
      before,
      after,
      conflicts: { write: conflicts, from, to },
      files: packages.files,
      unwanted: packages.unwanted,
    },
  });
  // After an error nothing is moved or renamed.
  if (hasErrors(made.diagnostics)) return made;
  const scaffolded = layoutOf(found.project, after);
  const report = followUp({ host, root, files: made.plan.files }, { renamedExports, release: to, scaffolded });
  return { plan: made.plan, diagnostics: [...made.diagnostics, ...report] };
}

/** Plans to upgrade code that was merged from a branch of an earlier release. */
function upgradeLateCode(
  environment: Environment,
  found: FoundProject,
  releases: readonly Release[],
  release: string,
): MadePlan {
  const { plan, diagnostics, renamedExports } = planLateCode(environment, found, releases, release);
  if (plan.files.length === 0) return { plan, diagnostics };
  const planned = { host: environment.host, root: found.root, files: plan.files };
  const report = followUp(planned, { renamedExports, release, scaffolded: new Map() });
  return { plan, diagnostics: [...diagnostics, ...report] };
}

function layoutFrom(releases: readonly Release[], version: string, packages: Packages): LayoutOptions {
  const { templates } = releases.find((each) => each.version === version)!;
  return { packages, templates: templatesWith(templates) };
}

function knownAs(moved: ReadonlyMap<string, string>): (path: string) => string {
  return (path) => moved.get(path) ?? path;
}

/** The dependencies on operator-gen before and after, and their files in the project. */
function packagesOf(
  environment: Environment,
  root: string,
  from: string,
  to: string,
): { before: Packages; after: Packages; files: readonly DesiredFile[]; unwanted: readonly string[] } {
  const present = presentPackages(environment.host, root);
  const { vendored } = present;
  const old = [`vendor/operator-gen-${from}.tgz`, `vendor/operator-gen-runtime-${from}.tgz`] as const;
  const before: Packages = vendored
    ? { operatorGen: `file:${old[0]}`, runtime: `file:${old[1]}`, vendored }
    : { operatorGen: from, runtime: from, vendored };
  // Upgrading code of an earlier release does not change the packages.
  if (from === to) return { before, after: before, files: [], unwanted: [] };
  const { specs, files } = packagesInstead(environment, present, to);
  const kept = new Set(files.map(({ path }) => path));
  return { before, after: specs, files, unwanted: vendored ? old.filter((path) => !kept.has(path)) : [] };
}
