import { diagnostic, refuse } from './reporting.js';
import { DiagnosticsError, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { hasErrors } from '../../base/diagnostics/has-errors.js';
import { findProject, type FoundProject } from '../../project/find-project.js';
import { checkName } from '../../project/naming.js';
import { hasImage } from '../../project/image-variable.js';
import { irregularPlural, pluralNameOf } from '../../project/plural.js';
import { startEdit } from '../../project/project-edit.js';
import { apiGroupOf, type Project, type ProjectResource } from '../../project/project.js';
import { beforeRenaming, putNames, renamed, type Renaming } from '../../project/renaming.js';
import { changeProject } from '../../scaffold/change/change-project.js';
import { leftMentions } from '../../scaffold/change/files/remaining-mentions.js';
import { deployedNames } from '../../scaffold/change/names/deployed-names.js';
import { qualifiedName, renamedInCluster } from '../../scaffold/change/names/renamed-in-cluster.js';
import { leftInCluster } from '../../scaffold/change/deletion/remaining-roles.js';
import type { RenameApiOptions } from './flags.js';
import type { Environment, Outcome } from '../../output/operation/outcome.js';
import { renameCode } from '../../scaffold/change/names/rename-code.js';
import { withRecord } from '../../output/operation/record.js';
import { renamedObjects } from '../../scaffold/change/names/renamed-objects.js';
import { defined } from '../../base/model/defined.js';

/** Renames a kind in all its versions, its plural, or a group, everywhere in the project. */
export async function renameApi(options: RenameApiOptions, environment: Environment): Promise<Outcome> {
  const { host, cwd } = environment;
  const found = findProject(host, cwd);
  const { root, project } = found;
  checkFlags(options);
  const renaming = renamingOf(found, options);
  const after = { ...project, resources: project.resources.map((each) => renamed(renaming, each) ?? each) };
  const problems = clashes(project, after, renaming);
  if (problems.length > 0) throw new DiagnosticsError(...problems);

  const change = startEdit(found);
  putNames(change, renaming);
  const made = await changeProject(environment, found, {
    edit: change,
    force: options.force,
    partial: true,
    knownAs: beforeRenaming(renaming),
    changeCode: (...code) => renameCode(...code, project, renaming),
    objects: renamedObjects(await withRecord(environment, found), root, renaming),
  });
  // After an error, everything keeps its old name.
  if (hasErrors(made.diagnostics)) return { root, ...made, summary: '', next: [] };
  const [first] = renaming;
  const names = options.kind === undefined ? apiGroupOf : qualifiedName;
  const isNew = first !== undefined && qualifiedName(first[0]) !== qualifiedName(first[1]);
  const left = leftInCluster(host, root, deployedNames(host, root, project), made.plan);
  return {
    root,
    plan: made.plan,
    diagnostics: [
      ...made.diagnostics,
      ...renamedInCluster(renaming),
      ...leftMentions(host, root, made.plan, project, renaming),
    ],
    summary: isNew
      ? `Renamed ${names(first[0])} to ${names(first[1])}.${left.note}`
      : 'The names are unchanged: nothing to rename.',
    next: isNew ? ['npx operator-gen check', ...left.next] : [],
  };
}

function checkFlags({ kind, toKind, toPlural, toGroup }: RenameApiOptions): void {
  if ([toKind, toPlural, toGroup].every((each) => each === undefined)) refuse('nothing-to-rename', {});
  const flag = toKind === undefined ? '--to-plural' : '--to-kind';
  if (kind === undefined && (toKind ?? toPlural) !== undefined) refuse('rename-requires-kind', { flag });
  const problems = [
    toKind === undefined ? undefined : checkName('kind', '--to-kind', toKind),
    toPlural === undefined ? undefined : checkName('plural', '--to-plural', toPlural),
    toGroup === undefined || toGroup === '' ? undefined : checkName('group', '--to-group', toGroup),
  ].filter((each) => each !== undefined);
  if (problems.length > 0) throw new DiagnosticsError(...problems);
}

/**
 * Returns the renaming that the options describe.
 * @throws DiagnosticsError when PROJECT does not list the resource, or it is not declared in this project
 */
function renamingOf({ project: { resources, domain } }: FoundProject, options: RenameApiOptions): Renaming {
  const { group, kind } = options;
  const named = resources.filter((each) => each.group === group && (kind === undefined || each.kind === kind));
  const own = named.filter(({ origin }) => origin === undefined);
  const { toKind } = options;
  const refused = toKind && own.some(hasImage) ? checkName('kindWithImage', '--to-kind', toKind) : undefined;
  if (refused) throw new DiagnosticsError(refused);
  if (own.length === 0) {
    if (named[0] !== undefined) refuse('external-rename', { kind: named[0].kind });
    const known = [...new Set(resources.map((each) => `${each.kind} of ${apiGroupOf(each) || 'core'}`))];
    refuse('kind-not-found', {
      group: apiGroupOf({ domain, ...defined({ group }) }),
      kind,
      known,
    });
  }
  return own.map((each) => [each, underNewNames(each, options)]);
}

function underNewNames(resource: ProjectResource, { toKind, toPlural, toGroup }: RenameApiOptions): ProjectResource {
  const { group, plural: oldPlural, ...rest } = resource;
  const kind = toKind ?? resource.kind;
  const newGroup = toGroup ?? group ?? '';
  const plural = toPlural ?? (kind === resource.kind ? oldPlural : undefined);
  return {
    ...rest,
    kind,
    ...(newGroup === '' ? {} : { group: newGroup }),
    ...irregularPlural({ kind, plural }),
  };
}

/** Returns conflicts with existing names, and kinds for which there would be no place. */
function clashes(before: Project, after: Project, renaming: Renaming): readonly Diagnostic[] {
  const others = before.resources.filter((each) => renamed(renaming, each) === undefined);
  const problems = renaming.flatMap(([, fresh]) => {
    const group = apiGroupOf(fresh);
    const plural = pluralNameOf(fresh);
    const refused = checkName('apiGroup', '--to-group', group);
    const beside = others.filter((each) => apiGroupOf(each) === group);
    const kind = beside.find((each) => each.kind.toLowerCase() === fresh.kind.toLowerCase());
    const ofPlural = beside.find((each) => pluralNameOf(each) === plural);
    return [
      ...(refused === undefined ? [] : [refused]),
      ...(kind === undefined
        ? []
        : [diagnostic('name-taken', { what: 'kind', name: fresh.kind, group, kind: kind.kind })]),
      ...(ofPlural === undefined || kind !== undefined
        ? []
        : [diagnostic('name-taken', { what: 'plural', name: plural, group, kind: ofPlural.kind })]),
    ];
  });
  if (problems.length > 0) return [...new Map(problems.map((each) => [each.message, each])).values()];
  const groups = new Set(after.resources.filter(({ origin }) => origin === undefined).map(apiGroupOf));
  const [[old, fresh] = []] = renaming;
  if (!after.multigroup && groups.size > 1 && old !== undefined && fresh !== undefined) {
    const kinds = [...new Set(others.filter(({ origin }) => origin === undefined).map(({ kind }) => kind))];
    return [diagnostic('partial-group-rename', { kinds, group: apiGroupOf(old), newGroup: apiGroupOf(fresh) })];
  }
  return [];
}
