import { posix } from 'node:path';
import type { BuiltObject } from './build.js';
import { fieldPlaces } from './object-place.js';
import { objectsOf } from '../../base/text/yaml-objects.js';
import { textAt } from '../../base/model/json-at.js';
import { isRole, isRoleBinding, kindOf, nameOf } from '../../base/model/kubernetes-object.js';
import type { Position } from '../../base/model/position.js';
import type { JsonObject } from '../../base/model/schema.js';
import { kustomizations } from '../../project/paths.js';
import { textAt as readAt, type ReadText } from './included-objects.js';
import type { BuiltRoot } from './other-deployments.js';

/** A Role or ClusterRole. */
export interface RoleName {
  readonly kind: string;
  /** The name in the cluster. */
  readonly name: string;
}

/** A role that a kustomization deploys, or that another file declares. */
export interface PresentRole extends RoleName {
  readonly file: string;
  readonly declaredName: string;
  readonly isBuilt: boolean;
}

/** A binding, and the role that it refers to. */
export interface RoleReference {
  readonly file: string;
  readonly kind: string;
  readonly declaredName: string;
  /** The name of the binding in the cluster. */
  readonly name: string;
  readonly role: RoleName;
  /** The kustomization that deploys the binding; undefined if none does. */
  readonly root: BuiltRoot | undefined;
}

export interface RoleReferences {
  readonly references: readonly RoleReference[];
  readonly roles: readonly PresentRole[];
}

/**
 * Returns the bindings of a project with the roles that they refer to, and all roles.
 * @param paths the YAML files of the project; objects in files that no kustomization includes have the names in their
 * files
 */
export function roleReferences(roots: readonly BuiltRoot[], paths: readonly string[], read: ReadText): RoleReferences {
  const built = roots.flatMap((root) => root.objects.map((each) => ({ ...each, root })));
  const files = new Set(built.map(({ file }) => file));
  const others = paths
    .filter((path) => !files.has(path))
    .flatMap((file) => rbacObjectsOf(readAt(file, read)).map((object) => ({ file, object, ...undeclared(object) })));
  const all: readonly (BuiltObject & { readonly root: BuiltRoot | undefined })[] = [...built, ...others];
  return {
    references: all
      .filter(({ object }) => isRoleBinding(object))
      .map(({ object, file, declaredName, root }) => ({
        ...{ file, kind: kindOf(object), declaredName, name: nameOf(object), root },
        role: { kind: textAt(object, 'roleRef', 'kind'), name: textAt(object, 'roleRef', 'name') },
      })),
    roles: all
      .filter(({ object }) => isRole(object))
      .map(({ object, file, declaredName, root }) => ({
        ...{ file, kind: kindOf(object), declaredName, name: nameOf(object), isBuilt: root !== undefined },
      })),
  };
}

function undeclared(object: JsonObject) {
  return { declaredName: nameOf(object), root: undefined };
}

function rbacObjectsOf(text: string | undefined): readonly JsonObject[] {
  // Most files contain neither.
  return text?.includes('Role') === true ? objectsOf(text) : [];
}

/** Returns the role that a binding refers to, deployed by any kustomization; undefined if there is none. */
export function roleOf({ role }: RoleReference, roles: readonly PresentRole[]): PresentRole | undefined {
  const named = roles.filter(({ kind, name }) => kind === role.kind && name === role.name);
  return named.find(({ isBuilt }) => isBuilt) ?? named[0];
}

/** Returns a function that returns the position of the role's name in the file of a binding. */
export function roleRefPlaces(read: ReadText): (reference: RoleReference) => Position {
  const placeOf = fieldPlaces((path) => readAt(path, read));
  return ({ file, kind, declaredName: name }) => placeOf({ file, kind, name }, ['roleRef', 'name']);
}

/**
 * Returns what to do about a binding without its role.
 * @param known the role that it means, identified by its names before a change or in its file
 */
export function remedyFor(
  { kind, role, root }: RoleReference,
  known: Pick<PresentRole, 'declaredName' | 'file'> | undefined,
  roles: readonly PresentRole[],
): string {
  const { declaredName = '', file = '' } = known ?? {};
  const present = roles.filter((each) => each.isBuilt && each.declaredName === declaredName);
  const same = present.find((each) => each.kind === role.kind);
  if (same !== undefined) return `name ${same.name} instead`;
  const other = present[0] ?? roles.find((each) => each.isBuilt && each.name === role.name);
  const spelled = other?.declaredName === role.name ? role.name : other?.name;
  if (other?.kind === 'Role' && kind === 'ClusterRoleBinding')
    return `replace it with a RoleBinding of Role ${spelled} in its namespace: a ClusterRoleBinding cannot grant a Role`;
  if (other !== undefined) return `change roleRef to kind ${other.kind}, name ${spelled}`;
  const listed = roles.some((each) => each.file === file && !each.isBuilt) ? `list ${file} in a kustomization, ` : '';
  const folder = root?.folder ?? posix.dirname(kustomizations.default);
  return `${listed}name a role that \`kubectl kustomize ${folder}\` prints, or remove the binding`;
}
