import type { BuiltObject } from '../../output/kustomize/build.js';
import type { OperatorWorkload } from '../../output/kustomize/operator-workloads.js';
import { listAt, objectAt, textAt, valueAt } from '../../base/model/json-at.js';
import { kindOf, nameOf, namespaceOf } from '../../base/model/kubernetes-object.js';
import type { JsonObject, JsonValue } from '../../base/model/schema.js';
import type { KnownLabels } from './label-selector.js';
import type { Program } from './deployment.js';
import { servingOf } from './webhook-serving.js';

/** A request that must succeed before an operator can answer webhooks. */
export interface StartRequest {
  readonly group: string;
  /** The plural name, with the subresource. */
  readonly resource: string;
  readonly operation: 'CREATE' | 'UPDATE';
  /** The purpose of the request and its sender, as a phrase. */
  readonly purpose: string;
  /** The namespace of the object; empty if it is known only in the cluster. */
  readonly namespace: string;
  /** The labels of the object, before and after the request. The API server evaluates selectors on either. */
  readonly labels: readonly KnownLabels[];
}

type Of = (resource: string, operation: StartRequest['operation'], purpose: string, labels?: Labels) => StartRequest;
type Labels = readonly KnownLabels[];

const nothingKnown: Labels = [{ values: {}, canHave: () => true }];
/** Labels that controllers add to Pods and to the objects that create Pods. */
const added =
  /^(?:pod-template-hash|controller-revision-hash|pod-template-generation|(?:apps|statefulset)\.kubernetes\.io\/.+)$/;
/** The label that the runtime gives the Secret of its certificate. */
const ownSecret = 'operator-gen.dev/self-signed';
const controlPlane = 'kube-system';

/**
 * Returns the requests that are sent before an operator can answer, in order. They include neither the Lease of the
 * operator, which serves webhooks before it leads, nor the objects that are applied with it, such as its Deployment.
 * @param service the Service through which it is called
 */
export function startRequests(
  operator: OperatorWorkload,
  service: JsonObject,
  { objects, read }: Program,
): readonly StartRequest[] {
  const { object } = operator.built;
  const namespace = namespaceOf(object);
  const ofPods = [{ values: objectAt(object, 'spec', 'template', 'metadata', 'labels'), canHave: isAdded }];
  const inOwn: Of = (name, operation, purpose, labels = nothingKnown) => {
    const [resource, group = ''] = name.split('.');
    return { group: groups[group] ?? group, resource: resource!, operation, purpose, namespace, labels };
  };
  return [
    ...ofWorkload(kindOf(object), ofPods, inOwn),
    inOwn('pods', 'CREATE', `to create its Pods (by the ${controllers[kindOf(object)] ?? 'controller'})`, ofPods),
    inOwn('pods/binding', 'CREATE', 'to bind its Pods to nodes (by the scheduler)'),
    inOwn('serviceaccounts/token', 'CREATE', 'to create the token of its Pods (by the kubelet)'),
    ...certificateRequests(operator, inOwn, { objects, read }),
    inOwn('pods/status', 'UPDATE', 'to report that its Pods are ready (by the kubelet)', ofPods),
    inOwn('endpointslices.discovery', 'UPDATE', `to add its Pods to the EndpointSlice of Service ${nameOf(service)}`, [
      { values: { 'kubernetes.io/service-name': nameOf(service) }, canHave: () => true },
    ]),
    {
      ...inOwn('leases.coordination', 'UPDATE', `to renew the Leases in ${controlPlane} (by the control plane)`),
      namespace: controlPlane,
    },
  ];
}

const isAdded = (key: string): boolean => added.test(key);
const groups: Readonly<Record<string, string>> = {
  discovery: 'discovery.k8s.io',
  coordination: 'coordination.k8s.io',
  'cert-manager': 'cert-manager.io',
};
/** The controllers that create Pods, by the kinds of workloads. */
const controllers: Readonly<Record<string, string>> = {
  Deployment: 'ReplicaSet controller',
  StatefulSet: 'StatefulSet controller',
  DaemonSet: 'DaemonSet controller',
};

/** Returns the requests for objects that the controller of a workload creates before Pods. */
function ofWorkload(kind: string, labels: Labels, inOwn: Of): readonly StartRequest[] {
  return kind === 'Deployment'
    ? [inOwn('replicasets.apps', 'CREATE', 'to create its ReplicaSet (by the Deployment controller)', labels)]
    : [
        inOwn(
          'controllerrevisions.apps',
          'CREATE',
          `to create its ControllerRevision (by the ${kind} controller)`,
          labels,
        ),
      ];
}

/** Returns the requests that store the certificate: those of the operator itself, or of cert-manager. */
function certificateRequests(
  operator: OperatorWorkload,
  inOwn: Of,
  { objects, read }: Program,
): readonly StartRequest[] {
  const near = objects.filter(({ object }) => isNear(object, operator.built)).map(({ object }) => object);
  const serving = servingOf(operator, read);
  if (serving?.isOn === true && serving.isSelfSigned && serving.secret !== '') {
    const deployed = near.find((each) => kindOf(each) === 'Secret' && nameOf(each) === serving.secret);
    const values = objectAt(deployed, 'metadata', 'labels');
    const written = { values, canHave: (key: string) => key === ownSecret };
    const labels = deployed === undefined ? [written] : [{ values, canHave: () => false }, written];
    const what = `the Secret ${serving.secret} with its certificate (by the operator itself)`;
    return deployed === undefined
      ? [inOwn('secrets', 'CREATE', `to create ${what}`, labels)]
      : [inOwn('secrets', 'UPDATE', `to update ${what}`, labels)];
  }
  const mounted = new Set(listAt(operator.built.object, 'spec', 'template', 'spec', 'volumes').flatMap(secretsOf));
  const secret = near
    .filter((each) => kindOf(each) === 'Certificate')
    .map((each) => textAt(each, 'spec', 'secretName'))
    .find((each) => mounted.has(each));
  if (secret === undefined) return [];
  return [
    inOwn('certificaterequests.cert-manager', 'CREATE', 'to request its certificate (by cert-manager)'),
    inOwn('secrets', 'CREATE', `to create the Secret ${secret} with its certificate (by cert-manager)`),
  ];
}

function isNear(object: JsonObject, workload: BuiltObject): boolean {
  return ['', namespaceOf(workload.object)].includes(namespaceOf(object));
}

/** Returns the Secrets that a volume needs to be mounted. */
function secretsOf(volume: JsonValue): readonly string[] {
  const sources = [
    { secret: valueAt(volume, 'secret'), name: textAt(volume, 'secret', 'secretName') },
    ...listAt(volume, 'projected', 'sources').map((each) => ({
      ...{ secret: valueAt(each, 'secret'), name: textAt(each, 'secret', 'name') },
    })),
  ];
  return sources.flatMap(({ secret, name }) => (valueAt(secret, 'optional') === true || name === '' ? [] : [name]));
}
