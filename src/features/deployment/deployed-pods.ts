import { diagnostic } from './reporting.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { BuiltObject } from '../../output/kustomize/build.js';
import { startedBy } from '../../output/kustomize/container-words.js';
import { mountOf, sourceOf } from '../../output/kustomize/mounts.js';
import {
  operatorWorkloads,
  otherContainers,
  podPathOf,
  type OperatorWorkload,
} from '../../output/kustomize/operator-workloads.js';
import { listAt, objectAt, textAt, valueAt } from '../../base/model/json-at.js';
import { kindOf, nameOf, namespaceOf } from '../../base/model/kubernetes-object.js';
import type { JsonObject } from '../../base/model/schema.js';
import type { Program } from './deployment.js';
import { fieldPlace } from './field-place.js';
import { hasOwnOptions } from './own-flags.js';

const main = 'src/main.ts';
const tokenFolder = '/var/run/secrets/kubernetes.io/serviceaccount';
const podOf = (object: JsonObject): JsonObject => objectAt(object, ...(podPathOf(kindOf(object)) ?? []));

/** Warns of Pods of the operator that cannot be created, or that have no access to the API server. */
export function podProblems(program: Program): readonly Diagnostic[] {
  const { objects } = program;
  const operators = operatorWorkloads(objects);
  const withPods = new Set([...operators, ...otherContainers(objects)].map(({ built }) => built));
  return [
    ...[...withPods].flatMap((built) => accountProblems(built, program)),
    ...operators.filter(({ isGuess }) => !isGuess).flatMap((operator) => tokenProblems(operator, program)),
  ];
}

/** Returns the field of a Pod that sets its service account, and the name. */
function accountOf(object: JsonObject): { readonly field: string; readonly name: string } {
  const pod = podOf(object);
  const field = ['serviceAccountName', 'serviceAccount'].find((each) => textAt(pod, each) !== '');
  return { field: field ?? 'serviceAccountName', name: field === undefined ? 'default' : textAt(pod, field) };
}

/** Returns the deployed service accounts, and those in the namespace of a workload. */
function accountsFor({ object }: BuiltObject, objects: readonly BuiltObject[]) {
  const all = objects.filter((each) => kindOf(each.object) === 'ServiceAccount');
  const namespace = namespaceOf(object);
  const isNear = (each: BuiltObject): boolean => namespace === '' || ['', namespace].includes(namespaceOf(each.object));
  return { all, near: all.filter(isNear) };
}

/**
 * Reports a service account that is not deployed. If no accounts are deployed at all, it may already exist in the
 * cluster, and every namespace has the account `default`.
 */
function accountProblems(built: BuiltObject, program: Program): readonly Diagnostic[] {
  const { field, name } = accountOf(built.object);
  const { all, near } = accountsFor(built, program.objects);
  const isNamed = ({ object }: BuiltObject): boolean => nameOf(object) === name;
  if (name === 'default' || near.some(isNamed)) return [];
  const other = all.find(isNamed);
  if (other === undefined && near.length === 0) return [];
  const where = other === undefined ? '' : `, but in the namespace ${namespaceOf(other.object)}`;
  const others = near.map(({ declaredName }) => declaredName).join(' or ');
  return [
    diagnostic(
      'deployed-pod',
      {
        what: shown(built),
        effect: 'cannot be created',
        reason: `config/default does not deploy their ServiceAccount ${name} in the namespace ${namespaceOf(built.object)}${where}`,
        remedy: `deploy this ServiceAccount there${others === '' ? '' : `, or set ${field} to ${others}`}`,
      },
      fieldPlace({ built, field }, program),
    ),
  ];
}

function shown({ object, declaredName }: BuiltObject): string {
  return `${kindOf(object)} ${declaredName}`;
}

/** Reports an operator in the cluster that lacks the token for calling the API server. */
function tokenProblems({ built, container }: OperatorWorkload, program: Program): readonly Diagnostic[] {
  const pod = podOf(built.object);
  const name = accountOf(built.object).name;
  const ofPod = valueAt(pod, 'automountServiceAccountToken');
  const account = accountsFor(built, program.objects).near.find(({ object }) => nameOf(object) === name);
  const source = ofPod === undefined ? account : built;
  const isOff = (ofPod ?? valueAt(account?.object, 'automountServiceAccountToken')) === false;
  if (!isOff || source === undefined || hasOtherAccess(container, program)) return [];
  const mount = mountOf(container, `${tokenFolder}/token`);
  if (mount !== undefined && sourceOf(pod, mount).is !== 'missing') return [];
  const whose = source === built ? 'their specification' : `their ServiceAccount ${source.declaredName}`;
  return [
    diagnostic(
      'deployed-pod',
      {
        what: shown(built),
        effect: 'cannot reach the API server',
        reason: `${whose} has automountServiceAccountToken: false, and no volume with a token is mounted at ${tokenFolder}`,
        remedy: 'remove the field, or mount a projected volume with serviceAccountToken there',
      },
      fieldPlace({ built: source, field: 'automountServiceAccountToken' }, program),
    ),
  ];
}

/** Reports whether an operator can get its access from a kubeconfig, or from its own code. */
function hasOtherAccess(container: JsonObject, { read }: Program): boolean {
  const { words, script = '' } = startedBy(container);
  return (
    listAt(container, 'envFrom').length > 0 ||
    listAt(container, 'env').some((each) => textAt(each, 'name') === 'KUBECONFIG') ||
    [...words, script].some((each) => /kubeconfig|\$\(/i.test(each)) ||
    hasOwnOptions(main, read(main) ?? '')
  );
}
