import type { RoleBinding } from '../emit/rbac.js';
import type { SubjectElsewhere } from '../emit/role-namespaces.js';
import { listAt, textAt } from '../../base/model/json-at.js';
import { kindOf, nameOf } from '../../base/model/kubernetes-object.js';
import { managerRole, type RbacRule } from '../../base/model/rbac.js';
import type { JsonObject } from '../../base/model/schema.js';
import { ownNamespace } from '../../project/cluster-scope.js';
import type { Project } from '../../project/project.js';
import { accountIn, defaultManifests, type DefaultManifests } from './default-manifests.js';
import type { ReadText } from '../kustomize/included-objects.js';

type RoleOf = Pick<RbacRule, 'namespace' | 'roleName'>;

/** The roles that markers declare, as `config/default` can deploy them. */
export interface DeclaredRoles {
  /** Returns the name of the role of a marker; empty for the default name. */
  readonly nameOf: (rule: RoleOf) => string;
  /** Reports whether a namespace is not that of the operator, into which kustomize moves everything. */
  readonly isElsewhere: (namespace: string) => boolean;
  /**
   * Reports whether only the person who applies the objects of a namespace chooses where they go: neither their files
   * nor a kustomization set a namespace.
   */
  readonly isUnplaced: (namespace: string) => boolean;
  /** The namespaces of roles other than that of the operator. */
  readonly namespaces: readonly string[];
  /** The bindings that are generated: for the manager in a namespace, unless a manifest has one. */
  readonly bindings: readonly RoleBinding[];
  /** Subjects of bindings in these namespaces. */
  readonly subjects: readonly SubjectElsewhere[];
  /** Whether kustomize moves the roles into one namespace. */
  readonly areMoved: boolean;
}

/** Returns how the roles that markers declare are deployed. */
export function declaredRoles(project: Project, rules: readonly RoleOf[], read: ReadText): DeclaredRoles {
  const isUsual = ({ namespace }: RoleOf): boolean =>
    namespace === '' || (project.namespaced && namespace === ownNamespace(project));
  // Most projects do not need their manifests for this.
  const manifests = rules.every(isUsual) ? undefined : defaultManifests(read);
  if (manifests?.account === undefined)
    return {
      ...{ nameOf: ({ roleName }) => roleName, areMoved: false },
      isElsewhere: (namespace) => namespace !== '' && namespace !== ownNamespace(project),
      isUnplaced: () => false,
      ...{ namespaces: [], bindings: [], subjects: [] },
    };
  const own = new Set(['', ownNamespace(project), manifests.namespace, manifests.account.namespace]);
  const isElsewhere = (namespace: string): boolean => !own.has(namespace);
  const isUnplaced = (namespace: string): boolean => namespace === '' && !manifests.movesObjects;
  const present = manifests.objects.filter((each) => kindOf(each) === 'RoleBinding');
  const isBound = (role: string, namespace: string): boolean =>
    present.some(
      (each) =>
        bindsRole(each, role) &&
        // If the namespace of a binding is unknown, the name of the role decides.
        (isUnplaced(textAt(each, 'metadata', 'namespace')) || isInNamespace(each, namespace, isElsewhere)),
    );
  const roleIn = ({ namespace, roleName }: RoleOf): string =>
    // A binding of the user refers to the role by its earlier name.
    roleName !== '' || !isElsewhere(namespace) || isBound(managerRole, namespace)
      ? roleName
      : `${managerRole}-${namespace}`;
  const namespaces = sorted(rules.map((each) => each.namespace).filter(isElsewhere));
  const bindings = sorted(rules.filter((each) => each.roleName === '').map((each) => each.namespace))
    .filter((namespace) => namespace !== '')
    .map((namespace) => ({ namespace, role: roleIn({ namespace, roleName: '' }) || managerRole }))
    .filter(({ namespace, role }) => !isBound(role, namespace))
    .map((each) => ({ ...each, name: each.role.replace('role', 'rolebinding'), account: manifests.account! }));
  return {
    ...{ nameOf: roleIn, isElsewhere, isUnplaced, namespaces, bindings, areMoved: manifests.movesObjects },
    subjects: [...bindings.map(asObject), ...present].flatMap((each) => subjectsIn(each, namespaces, manifests)),
  };
}

function sorted(names: readonly string[]): readonly string[] {
  return [...new Set(names)].toSorted();
}

function bindsRole(binding: JsonObject, role: string): boolean {
  return textAt(binding, 'roleRef', 'kind') === 'Role' && textAt(binding, 'roleRef', 'name') === role;
}

function isInNamespace(object: JsonObject, namespace: string, isElsewhere: (namespace: string) => boolean): boolean {
  const own = textAt(object, 'metadata', 'namespace');
  return own === namespace || (!isElsewhere(own) && !isElsewhere(namespace));
}

function asObject({ name, namespace, account }: RoleBinding): JsonObject {
  return { metadata: { name, namespace }, subjects: [{ kind: 'ServiceAccount', ...account }] };
}

/** Returns the service accounts in config/ whose namespaces a binding follows, if it is in one of the namespaces. */
function subjectsIn(
  binding: JsonObject,
  namespaces: readonly string[],
  { places }: DefaultManifests,
): readonly SubjectElsewhere[] {
  const namespace = textAt(binding, 'metadata', 'namespace');
  if (!namespaces.includes(namespace)) return [];
  return listAt(binding, 'subjects')
    .filter((each) => textAt(each, 'kind') === 'ServiceAccount')
    .map(accountIn)
    .filter(places)
    .map((account) => ({ binding: nameOf(binding), namespace, account }));
}
