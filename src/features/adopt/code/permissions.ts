import { posix } from 'node:path';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { GoController, GoFile } from '../../../base/helper/go/answer.js';
import { markerArguments, markersIn, type MarkerArguments } from './go-markers.js';
import { objectAt, objectsAt, textAt, textsAt } from '../../../base/model/json-at.js';
import { objectsOf } from '../../../base/text/yaml-objects.js';
import { managerRole, resourceVerbs, specialVerbs, urlVerbs } from '../../../base/model/rbac.js';
import type { Position } from '../../../base/model/position.js';
import type { JsonObject } from '../../../base/model/schema.js';
import { left } from '../left.js';
import type { Source } from '../source.js';

/** A permission: the arguments of `@Rbac`. Empty lists are omitted. */
export interface GoPermission {
  /** The position of its marker, or of the role. */
  readonly position: Position;
  readonly groups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  readonly customVerbs: readonly string[];
  readonly urls: readonly string[];
  readonly resourceNames: readonly string[];
  readonly namespace: string;
  readonly roleName: string;
}

/** Permissions by the files of their markers. */
export interface GoPermissions {
  readonly byFile: ReadonlyMap<GoFile | undefined, readonly GoPermission[]>;
  /** The name of their role; empty for the default role. */
  readonly roleName: string;
  readonly problems: readonly Diagnostic[];
}

const prefix = 'kubebuilder:rbac:';

/**
 * Returns the permissions of the markers in Go code or, if there are none, those of the role in config/.
 * @param home the namespace that kustomize sets for a Role without one
 */
export function permissionsOf(source: Source, files: readonly GoFile[], home: string): GoPermissions {
  const byFile = new Map<GoFile | undefined, readonly GoPermission[]>();
  const problems: Diagnostic[] = [];
  for (const file of files) {
    const found = markersIn(file, prefix).flatMap(({ text, position }) => {
      const given = markerArguments(text.slice(prefix.length));
      const permission = given && permissionOf(given, position);
      if (permission === undefined) problems.push(left(`the marker +${text}`, 'write it as @Rbac', position));
      return permission ?? [];
    });
    if (found.length > 0) byFile.set(file, found);
  }
  if (byFile.size === 0 && problems.length === 0) byFile.set(undefined, permissionsOfRole(source, home));
  const roleName = chosenName(source);
  const named = (each: GoPermission): GoPermission => (each.roleName === '' ? { ...each, roleName } : each);
  return { byFile: new Map([...byFile].map(([file, found]) => [file, found.map(named)])), roleName, problems };
}

/** Returns the name of the role that controller-gen was given, which the bindings in config/ use; empty for the default name. */
function chosenName(source: Source): string {
  const roles = rolesOf(source);
  const names = [...new Set(roles.map((each) => textAt(each, 'metadata', 'name')))];
  const [name = ''] = names.length === 1 ? names : [nameInMakefile(source)];
  return name === managerRole ? '' : name;
}

/**
 * Returns the role name in the argument of controller-gen in the Makefile: `rbac:roleName=lantern-role`; empty if there
 * is none.
 */
function nameInMakefile(source: Source): string {
  const text = source.paths.includes('Makefile') ? (source.read('Makefile') ?? '') : '';
  const [, name = ''] = /\brbac:(?:\w+=[^\s,"']*,)?roleName=["']?([a-z0-9][a-z0-9.:-]{0,252})/.exec(text) ?? [];
  return name;
}

const known = new Set(['groups', 'resources', 'verbs', 'urls', 'resourceNames', 'namespace', 'roleName']);
const verbs: ReadonlySet<string> = new Set([...resourceVerbs, ...specialVerbs, ...urlVerbs, '*']);

function permissionOf(given: MarkerArguments, position: Position): GoPermission | undefined {
  if ([...given.keys()].some((name) => !known.has(name)) || !given.has('verbs')) return undefined;
  const list = (name: string): readonly string[] => given.get(name) ?? [];
  return withCustomVerbs({
    position,
    groups: list('groups'),
    resources: list('resources'),
    verbs: list('verbs'),
    urls: list('urls'),
    resourceNames: list('resourceNames'),
    namespace: list('namespace')[0] ?? '',
    roleName: list('roleName')[0] ?? '',
  });
}

function withCustomVerbs(given: Omit<GoPermission, 'customVerbs'>): GoPermission {
  const isKnown = (verb: string): boolean => verbs.has(verb) || /^impersonate(?:-on)?:/.test(verb);
  return {
    ...given,
    groups: given.resources.length > 0 && given.groups.length === 0 ? [''] : given.groups,
    verbs: given.verbs.filter(isKnown),
    customVerbs: given.verbs.filter((verb) => !isKnown(verb)),
  };
}

/** Returns the scaffolded bindings for the role of the Go project. */
export function boundTo(roleName: string): ReadonlyMap<string, (scaffolded: string) => string> {
  if (roleName === '') return new Map();
  const named = (text: string): string =>
    text.replaceAll(new RegExp(`^(  name: )${managerRole}$`, 'gm'), (_, key: string) => `${key}${roleName}`);
  return new Map([['config/rbac/role_binding.yaml', named]]);
}

/** Returns the roles of the operator: those in config/rbac/role.yaml, or in the file that is deployed instead. */
function rolesOf(source: Source): readonly JsonObject[] {
  const { roleFile } = source.deployment;
  const text = source.paths.includes(roleFile) ? source.read(roleFile) : undefined;
  return objectsOf(text).filter((each) => /^(?:Cluster)?Role$/.test(textAt(each, 'kind')));
}

/** Reports whether the operator has permissions only in its own namespace: a Role without a namespace, and no ClusterRole. */
export function isLimited(source: Source): boolean {
  const roles = rolesOf(source);
  return roles.some(isOfOwnNamespace) && roles.every((each) => textAt(each, 'kind') === 'Role');
}

function isOfOwnNamespace(role: JsonObject): boolean {
  return textAt(role, 'kind') === 'Role' && textAt(role, 'metadata', 'namespace') === '';
}

/** Returns the permissions of the roles of the operator. */
function permissionsOfRole(source: Source, home: string): readonly GoPermission[] {
  return rolesOf(source).flatMap((role) => {
    const metadata = objectAt(role, 'metadata');
    const roleName = textAt(metadata, 'name');
    return objectsAt(role, 'rules').map((rule) =>
      withCustomVerbs({
        position: { file: source.shown(source.deployment.roleFile), line: 1, column: 1 },
        groups: textsAt(rule, 'apiGroups'),
        resources: textsAt(rule, 'resources'),
        verbs: textsAt(rule, 'verbs'),
        urls: textsAt(rule, 'nonResourceURLs'),
        resourceNames: textsAt(rule, 'resourceNames'),
        namespace: isOfOwnNamespace(role) ? home : textAt(metadata, 'namespace'),
        roleName: roleName === managerRole ? '' : roleName,
      }),
    );
  });
}

/** Returns the controller that gets the permissions of a file: one in the file or in its folder, or else the first one. */
export function receiverOf(file: GoFile | undefined, controllers: readonly GoController[]): GoController | undefined {
  const folder = file === undefined ? undefined : posix.dirname(file.path);
  return (
    controllers.find((each) => each.position.file === file?.path) ??
    controllers.find((each) => posix.dirname(each.position.file) === folder) ??
    controllers[0]
  );
}
