import { diagnostic, DiagnosticsError, refuse, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { hasErrors } from '../../../base/diagnostics/has-errors.js';
import { defined } from '../../../base/model/defined.js';
import type { Environment, Outcome } from '../../../output/operation/outcome.js';
import type { Plan } from '../../../output/plan/plan.js';
import { readState, type ScaffoldState } from '../../../output/plan/state.js';
import { findProject } from '../../../project/find-project.js';
import { leaderElectionId } from '../../../project/layout/contexts/project.js';
import { checkName } from '../../../project/naming.js';
import { changedParts } from '../../../project/parts.js';
import { isGeneratedByFeature } from '../../../project/paths.js';
import { editedProject, startEdit } from '../../../project/project-edit.js';
import { putSettings, type ProjectSettings } from '../../../project/project-settings.js';
import { apiGroupOf, type Project, type ProjectResource } from '../../../project/project.js';
import { beforeRenaming } from '../../../project/renaming.js';
import { changeProject } from '../../../scaffold/change/change-project.js';
import { leftInCluster } from '../../../scaffold/change/deletion/remaining-roles.js';
import { leftMentions } from '../../../scaffold/change/files/remaining-mentions.js';
import { namesAround, type DeployedNames } from '../../../scaffold/change/names/deployed-names.js';
import { changeHeaders, changeMarkers } from '../../../scaffold/change/names/edit-code.js';
import { changeGroups, withDomain } from '../../../scaffold/change/names/edit-domain.js';
import { renamedInCluster } from '../../../scaffold/change/names/renamed-in-cluster.js';
import { withRecord } from '../../../output/operation/record.js';
import { renamedObjects } from '../../../scaffold/change/names/renamed-objects.js';
import { licenseOf } from '../../../scaffold/change/settings/license.js';
import { presentParts, stillIncluded } from '../../../scaffold/change/settings/present-parts.js';
import { editExtensions, type EditExtension, type SettingsChange } from './extensions.js';
import type { EditOptions } from './flags.js';

/** Changes the settings of a project, and updates everything that depends on them: paths, code and manifests. */
export async function edit(options: EditOptions, environment: Environment): Promise<Outcome> {
  const { host, cwd } = environment;
  const found = findProject(host, cwd);
  const { root, project } = found;
  const { force, enable = [], disable = [] } = options;
  const extensions = await Promise.all(editExtensions.all().map((each) => each()));
  const settings = settingsOf(options, environment, project, extensions);
  if (!isTold(options) && settings.license === undefined) refuse('nothing-to-edit', {});
  const problems = [
    ...nameProblems(project, settings),
    ...partProblems(enable, disable),
    ...groupProblems(project, { ...project, multigroup: settings.multigroup }),
  ];
  if (problems.length > 0) throw new DiagnosticsError(...problems);

  const change = startEdit(found);
  putSettings(change, settings);
  const projects = [project, editedProject(change)] as const;
  const asked: SettingsChange = { environment, found, settings, force };
  const others = otherFiles(asked, extensions);
  const renaming = withDomain(project, settings.domain);
  const recorded = await withRecord(environment, found);
  const made = await changeProject(environment, found, {
    edit: change,
    ...(enable.length + disable.length > 0 && {
      present: { ...project, parts: presentParts(host, root, project) },
    }),
    force,
    knownAs: beforeRenaming(renaming),
    others,
    objects: renamedObjects(recorded, root, renaming),
    changeCode: (at, folder, code) => {
      const renamed = changeGroups(at, folder, code, project, renaming);
      const marked = changeMarkers(at, folder, code, renamed, projects);
      return changeHeaders(at, folder, code, marked, projects);
    },
  });
  const reported = extensions.reduce<readonly Diagnostic[]>(
    (diagnostics, each) => each.reported?.(asked, { plan: made.plan, diagnostics }) ?? diagnostics,
    [...made.diagnostics, ...(force ? [] : occupiedPaths(readState(recorded, root), made.plan))],
  );
  // After an error, everything keeps its old name.
  if (hasErrors(reported)) return { root, plan: made.plan, diagnostics: reported, summary: '', next: [] };
  const names = namesAround(host, root, made.plan, projects);
  const left = leftInCluster(host, root, names[0], made.plan);
  return {
    root,
    plan: made.plan,
    diagnostics: [
      ...reported,
      ...stillIncluded(host, root, made.plan, [projects[1], disable]),
      ...others.diagnostics,
      ...renamedInCluster(renaming),
      ...deployedProject(projects, names),
      ...leftMentions(host, root, made.plan, project, renaming),
    ],
    summary: made.plan.files.some(({ action }) => action !== 'unchanged')
      ? `Updated the project ${settings.projectName}.${left.note}`
      : 'The project already has these settings.',
    next: project.permissions === settings.permissions ? left.next : [...left.next, 'npx operator-gen rbac --fix'],
  };
}

/** Returns an error for each file of the user at a path for which a feature now generates a file, such as one of a new chart. */
function occupiedPaths(state: ScaffoldState, { files }: Plan): readonly Diagnostic[] {
  return files
    .filter(({ ownership, action }) => ownership === 'generated' && action === 'update')
    .filter(({ path }) => isGeneratedByFeature(path) && !state.has(path))
    .map(({ path }) => diagnostic('file-exists', { path, canForce: true }, { file: path, line: 1, column: 1 }));
}

/** Returns the changes by features of files that no template or generator produces. */
function otherFiles(change: SettingsChange, extensions: readonly EditExtension[]) {
  const all = extensions.flatMap(({ files }) => files?.(change) ?? []);
  return {
    files: all.flatMap(({ files }) => files),
    unwanted: all.flatMap(({ unwanted }) => unwanted),
    diagnostics: all.flatMap(({ diagnostics }) => diagnostics),
  };
}

/** Returns all settings after the command; without a license if it is unchanged. */
function settingsOf(
  options: EditOptions,
  environment: Environment,
  project: Project,
  extensions: readonly EditExtension[],
) {
  const license = licenseOf(environment, options, project.license);
  const { domain = project.domain, projectName = project.projectName } = options;
  const { multigroup = project.multigroup, namespaced = project.namespaced } = options;
  const { permissions = project.permissions, enable = [], disable = [] } = options;
  const parts = changedParts(project.parts, enable, disable);
  return {
    ...{ domain, projectName, multigroup, namespaced, permissions, parts, ...defined({ license }) },
    ...(Object.assign({}, ...extensions.map(({ settings }) => settings(options, project))) as ProjectSettings),
  };
}

/** Reports whether any option, of the command or of a feature, requests a change. */
function isTold({ enable = [], disable = [], ...options }: EditOptions): boolean {
  // License options have an effect only if they change the license.
  const { force: _force, year: _year, license: _license, licenseFile: _file, owner: _owner, ...settings } = options;
  const isSet = Object.values(settings).some((each) => each !== undefined);
  return isSet || [enable, disable].some((each) => each.length > 0);
}

/** Returns an error for each part that is to be both enabled and disabled. */
function partProblems(enable: readonly string[], disable: readonly string[]): readonly Diagnostic[] {
  const both = [...new Set(enable.filter((each) => disable.includes(each)))];
  return both.map((each) => diagnostic('conflicting-flags', { one: `--enable ${each}`, other: `--disable ${each}` }));
}

function nameProblems(
  before: Project,
  { domain, projectName }: Pick<Project, 'domain' | 'projectName'>,
): readonly Diagnostic[] {
  return [
    checkName('domain', '--domain', domain),
    checkName('projectName', '--project-name', projectName),
    ...[...withDomain(before, domain)].map(([, each]) => checkName('apiGroup', '--domain', apiGroupOf(each))),
  ].filter((each) => each !== undefined);
}

/** Returns conflicts in folders that all groups share. */
function groupProblems(before: Project, after: Project): readonly Diagnostic[] {
  if (after.multigroup || !before.multigroup) return [];
  const groups = [...new Set(after.resources.filter(isOwn).map(apiGroupOf))];
  return groups.length > 1 ? [diagnostic('multigroup-in-use', { groups })] : [];
}

function isOwn({ origin }: ProjectResource): boolean {
  return origin === undefined;
}

/** Returns warnings about the effects of new project names on a deployed operator. */
function deployedProject(
  [before, after]: readonly [Project, Project],
  [old, fresh]: readonly [DeployedNames, DeployedNames],
): readonly Diagnostic[] {
  const [oldLease, freshLease] = [before, after].map(leaderElectionId);
  const isMoved = JSON.stringify(old) !== JSON.stringify(fresh);
  const renamed = {
    old: before.projectName,
    fresh: after.projectName,
    namespace: fresh.namespace,
    deployment: `${fresh.prefix}controller-manager${fresh.suffix}`,
  };
  return [
    ...(before.projectName === after.projectName
      ? []
      : [diagnostic('project-renamed', isMoved ? { ...renamed, left: old.namespace } : renamed)]),
    ...(oldLease === undefined || freshLease === undefined || oldLease === freshLease
      ? []
      : [diagnostic('lease-renamed', { old: oldLease, fresh: freshLease })]),
  ];
}
