import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { ControlPlaneAccess } from '../e2e/control-plane/access.js';

/** Settings for an installation that OLM knows in addition to the bundle. */
export interface OperatorGroup {
  /** The namespace of the operator. */
  readonly namespace: string;
  /** The namespaces that the operator watches; none for all. */
  readonly targets: readonly string[];
}

/** An installed operator. */
export interface Installed {
  /** The environment variables of the operator, as its Pod would have them. */
  readonly env: Readonly<Record<string, string>>;
  readonly account: string;
  readonly flags: readonly string[];
}

interface Grant {
  readonly serviceAccountName: string;
  readonly rules: readonly object[];
}

/**
 * Installs a bundle as OLM would, without OLM: namespaces, CRDs and other manifests, service accounts, the permissions
 * of the ClusterServiceVersion, and its Deployment. The operator gets nothing else.
 * https://olm.operatorframework.io/docs/advanced-tasks/operator-scoping-with-operatorgroups/
 */
export async function installWithOlm(
  cluster: ControlPlaneAccess,
  bundle: string,
  group: OperatorGroup,
): Promise<Installed> {
  const folder = join(bundle, 'manifests');
  const objects: any[] = readdirSync(folder).map((name) => parse(readFileSync(join(folder, name), 'utf8')));
  const csv = objects.find(({ kind }) => kind === 'ClusterServiceVersion');
  const mode = modeOf(group);
  const isSupported = csv.spec.installModes.find(({ type }: any) => type === mode)?.supported;
  if (isSupported !== true) throw new Error(`${csv.metadata.name} does not support ${mode}`);
  const { permissions = [], clusterPermissions = [], deployments } = csv.spec.install.spec;
  const accounts = [...permissions, ...clusterPermissions].map(({ serviceAccountName }: Grant) => serviceAccountName);
  const [deployment, ...others] = deployments.map((each: any) => deploymentOf(each, group));
  if (others.length > 0) throw new Error('an operator with several Deployments');
  const apply = async (each: readonly object[]): Promise<void> => {
    if (each.length > 0)
      await cluster.kubectl(['apply', '--server-side', '-f', '-'], {
        input: each.map((one) => JSON.stringify(one)).join('\n---\n'),
      });
  };
  const crds = objects.filter(({ kind }) => kind === 'CustomResourceDefinition');
  await apply([
    ...[group.namespace, ...group.targets].map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })),
    ...crds,
  ]);
  for (const { metadata } of crds) await cluster.kubectl(['wait', '--for=condition=Established', 'crd', metadata.name]);
  await apply([
    ...[...new Set(accounts)].map((name) =>
      placed({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name } }, group),
    ),
    ...permissions.flatMap((each: Grant, index: number) => scopedRoles(each, `${csv.metadata.name}-${index}`, group)),
    ...clusterPermissions.flatMap((each: Grant, index: number) =>
      roles(each, `${csv.metadata.name}-cluster-${index}`, group, undefined),
    ),
    ...objects
      .filter((each) => each !== csv && !crds.includes(each) && isServed(each))
      .map((each) => placed(each, group)),
    deployment,
  ]);
  return runOf(deployment, group);
}

/** Objects of kinds that the control plane of the tests lacks are omitted. */
const isServed = ({ apiVersion }: any): boolean => !apiVersion.startsWith('monitoring.coreos.com/');

function modeOf({ namespace, targets }: OperatorGroup): string {
  const [first, ...others] = targets;
  if (first === undefined) return 'AllNamespaces';
  if (others.length > 0) return 'MultiNamespace';
  return first === namespace ? 'OwnNamespace' : 'SingleNamespace';
}

const clusterKinds = new Set(['ClusterRole', 'ClusterRoleBinding', 'PriorityClass']);

function placed(object: any, { namespace }: OperatorGroup): object {
  return clusterKinds.has(object.kind) ? object : { ...object, metadata: { ...object.metadata, namespace } };
}

/** Returns roles for the namespace of the operator, and for the namespaces that it watches. */
function scopedRoles(grant: Grant, name: string, group: OperatorGroup): readonly object[] {
  const everywhere = group.targets.length === 0 ? roles(grant, name, group, undefined) : [];
  const namespaces = new Set([group.namespace, ...group.targets]);
  return [...everywhere, ...[...namespaces].flatMap((each) => roles(grant, name, group, each))];
}

/** @param namespace of the role; undefined for a ClusterRole */
function roles(
  { serviceAccountName, rules }: Grant,
  name: string,
  group: OperatorGroup,
  namespace: string | undefined,
): readonly object[] {
  const apiGroup = 'rbac.authorization.k8s.io';
  const kind = namespace === undefined ? 'ClusterRole' : 'Role';
  const metadata = { name, ...(namespace !== undefined && { namespace }) };
  const subjects = [{ kind: 'ServiceAccount', name: serviceAccountName, namespace: group.namespace }];
  return [
    { apiVersion: `${apiGroup}/v1`, kind, metadata, rules },
    { apiVersion: `${apiGroup}/v1`, kind: `${kind}Binding`, metadata, subjects, roleRef: { apiGroup, kind, name } },
  ];
}

/** OLM passes the namespaces in an annotation of the Pods. */
function deploymentOf({ name, label, spec }: any, group: OperatorGroup): any {
  const { metadata, ...template } = spec.template;
  const annotations = { ...metadata.annotations, 'olm.targetNamespaces': group.targets.join(',') };
  return {
    ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, labels: label, namespace: group.namespace } },
    spec: { ...spec, template: { ...template, metadata: { ...metadata, annotations } } },
  };
}

/** Returns what a kubelet would run. */
function runOf({ spec }: any, { namespace }: OperatorGroup): Installed {
  const { metadata, spec: pod } = spec.template;
  const { args = [], env = [] } = pod.containers.find(({ name }: any) => name === 'manager');
  const valueOf = ({ name, value, valueFrom }: any): string => {
    if (valueFrom === undefined) return value ?? '';
    const path: string = valueFrom.fieldRef.fieldPath;
    const [, annotation] = /^metadata\.annotations\['(.*)'\]$/.exec(path) ?? [];
    if (annotation !== undefined) return metadata.annotations[annotation] ?? '';
    if (path === 'metadata.namespace') return namespace;
    throw new Error(`the variable ${name} has ${path}`);
  };
  return {
    env: Object.fromEntries(env.map((each: any) => [each.name, valueOf(each)])),
    account: `system:serviceaccount:${namespace}:${pod.serviceAccountName}`,
    // Addresses are those of the test, because another process can have these ports.
    flags: args.filter((each: string) => !/^--[\w-]*bind-address/.test(each)),
  };
}
