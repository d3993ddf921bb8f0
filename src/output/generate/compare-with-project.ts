import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { Host } from '../../base/io/host.js';
import { originOf, type Kind, type KindVersion } from '../../base/model/kind.js';
import type { Model } from '../../base/model/model.js';
import type { Position } from '../../base/model/position.js';
import { typeNameOf } from '../../project/class-name.js';
import { checkName, isPascalCase, type NameKind } from '../../project/naming.js';
import { typesFile } from '../../project/paths.js';
import { pluralNameOf } from '../../project/plural.js';
import { placeOf } from '../../project/resource-place.js';
import { controllersOf, webhooksOf, type SetUp } from '../../project/set-ups.js';
import { relativeSources, setUpFinder } from './present-set-ups.js';
import { apiGroupOf, type Project, type ProjectResource } from '../../project/project.js';

/** Returns the differences between PROJECT and the sources for each kind, and names that Kubernetes would reject. */
export function compareWithProject(
  host: Host,
  root: string,
  project: Project,
  { kinds }: Model,
  found: readonly Diagnostic[],
): readonly Diagnostic[] {
  const names = kinds.flatMap(checkNames);
  const present = setUpFinder(project, {
    read: (path) => host.read(posix.join(root, path)),
    sources: () => relativeSources(host, root),
  });
  return [
    ...names,
    ...project.resources.flatMap((resource) => [
      ...checkTypes(host, root, project, resource, kinds, [...found, ...names]),
      ...checkCode(host, root, project, resource, present),
    ]),
  ];
}

function checkTypes(
  host: Host,
  root: string,
  project: Project,
  resource: ProjectResource,
  kinds: readonly Kind[],
  found: readonly Diagnostic[],
): readonly Diagnostic[] {
  if (resource.api === undefined) return [];
  const group = apiGroupOf(resource);
  const kind = kinds.find((each) => each.kind === resource.kind && each.group === group);
  const version = kind?.versions.find(({ name }) => name === resource.version);
  if (kind === undefined || version === undefined) {
    const file = typesFile(resource, project);
    if (host.kind(posix.join(root, file)) !== 'file') {
      return [diagnostic('kind-file-missing', { kind: resource.kind, file }, placeOf(project, resource))];
    }
    // A class that was rejected for another reason still exists.
    const explained = found.some(({ severity, position }) => severity === 'error' && position?.file === file);
    return explained
      ? []
      : [
          diagnostic(
            'kind-class-missing',
            { kind: resource.kind, apiVersion: `${group}/${resource.version}` },
            { file, line: 1, column: 1 },
          ),
        ];
  }
  const scope = resource.api.namespaced ? 'Namespaced' : 'Cluster';
  const plural = pluralNameOf(resource);
  return (
    [
      ['plural', kind.plural, plural, `plural: ${kind.plural}`],
      ['scope', kind.scope, scope, `namespaced: ${kind.scope === 'Namespaced'} under api`],
    ] as const
  ).flatMap(([what, here, there, setting]) =>
    here === there
      ? []
      : [diagnostic('project-mismatch', { kind: kind.kind, what, here, project: there, setting }, version.position)],
  );
}

function checkCode(
  host: Host,
  root: string,
  project: Project,
  resource: ProjectResource,
  present: (setUp: SetUp) => SetUp | undefined,
): readonly Diagnostic[] {
  const position = placeOf(project, resource);
  return [...controllersOf(project, resource), ...webhooksOf(project, resource)].flatMap((setUp) => {
    if (present(setUp) !== undefined) return [];
    const { path: file, name, kind, role } = setUp;
    if (host.kind(posix.join(root, file)) === 'file')
      return [diagnostic('set-up-missing', { kind, file, name, role }, { file, line: 1, column: 1 })];
    const code = role === 'controller' ? 'controller-file-missing' : 'webhook-file-missing';
    return [diagnostic(code, { kind, file, name }, position)];
  });
}

function sameListKind({ kind, listKind: value }: Kind, position: Position): Diagnostic {
  const rule = 'use another name than the kind';
  const example = `${kind}List`;
  const parameters = { flag: '@Resource listKind', value, what: 'list kind', rule, instead: example, example };
  return diagnostic('invalid-name', parameters, position);
}

/** Returns the problem with the name of a kind; an unusual name is intended only if `@Resource` sets it. */
function kindProblem(
  kind: string,
  version: KindVersion,
  at: (version: KindVersion, key: string) => Position,
): Diagnostic | undefined {
  const isChosen = version.className !== undefined;
  const refused = checkName('className', isChosen ? '@Resource kind' : 'class', kind);
  if (refused !== undefined) return { ...refused, position: isChosen ? at(version, 'kind') : version.position };
  if (isChosen || isPascalCase(kind)) return undefined;
  const instead = `rename the class to ${typeNameOf(kind)}; if objects of the kind exist, keep the kind: @Resource(groupVersion, { kind: '${kind}', ... })`;
  return diagnostic('unusual-kind', { kind, instead }, version.position);
}

/** Returns the problems of a kind's names that Kubernetes would reject, each at the marker that sets the name. */
export function checkNames(kind: Kind): readonly Diagnostic[] {
  const at = (version: KindVersion, key: string): Position =>
    version.origins?.[`Resource.${key}`]?.[0] ?? originOf(version, 'Resource');
  const check = (version: KindVersion, rule: NameKind, key: string, value: string): Diagnostic | undefined => {
    const problem = checkName(rule, `@Resource ${key}`, value);
    return problem && { ...problem, position: at(version, key) };
  };
  const ofVersions = kind.versions.flatMap((version) => {
    return [
      check(version, 'apiGroup', 'group', kind.group),
      check(version, 'version', 'version', version.name),
      kindProblem(kind.kind, version, at),
    ];
  });
  return [...ofVersions, ...sharedNames(kind, at, check)].filter((problem) => problem !== undefined);
}

/**
 * Returns the problems of the names that all versions share, each at the version that the name is taken from. If
 * another version declares another name, that is reported as a difference.
 */
function sharedNames(
  kind: Kind,
  at: (version: KindVersion, key: string) => Position,
  check: (version: KindVersion, rule: NameKind, key: string, value: string) => Diagnostic | undefined,
): readonly (Diagnostic | undefined)[] {
  const [first] = kind.versions;
  if (first === undefined) return [];
  const source = (key: string): KindVersion =>
    kind.versions.find(({ origins }) => origins?.[`Resource.${key}`] !== undefined) ?? first;
  const checkOther = (rule: NameKind, key: string, value: string) => check(source(key), rule, key, value);
  const crdName = `${kind.plural}.${kind.group}`;
  return [
    check(first, 'plural', 'plural', kind.plural),
    // Each of the two names alone is reported above.
    crdName.length > 253 && kind.group.length <= 253 && kind.plural.length <= 63
      ? check(first, 'crdName', 'plural', crdName)
      : undefined,
    checkOther('singular', 'singular', kind.singular),
    kind.listKind === kind.kind
      ? sameListKind(kind, at(source('listKind'), 'listKind'))
      : checkOther('listKind', 'listKind', kind.listKind),
    ...kind.shortNames.map((each) => checkOther('shortName', 'shortNames', each)),
    ...kind.categories.map((each) => checkOther('category', 'categories', each)),
  ];
}
