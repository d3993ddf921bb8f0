import { listAt, textAt } from '../../../base/model/json-at.js';
import { groupOf, isCrd, isWebhookConfiguration, nameOf, namespaceOf } from '../../../base/model/kubernetes-object.js';
import { isObject, type JsonObject } from '../../../base/model/schema.js';
import type { BuiltObject } from '../../../output/kustomize/build.js';
import { operatorWorkloads } from '../../../output/kustomize/operator-workloads.js';
import { containerHere, type ContainerHere } from './container.js';

/** A service account. */
export interface Account {
  readonly namespace: string;
  readonly name: string;
}

/** The deployment in `config/default`, for an operator on this machine. */
export interface Deployed {
  /** The objects to apply: all but the workloads of the operator, and its Services. */
  readonly objects: readonly JsonObject[];
  /** The service account of the operator; undefined if no workload runs the operator. */
  readonly account: Account | undefined;
  /** The settings of its container. */
  readonly container: ContainerHere;
}

/** Groups of objects that serve a deployed operator alone, and that clusters can lack. */
const ofDeployment = new Set([
  'cert-manager.io',
  'monitoring.coreos.com',
  'networking.k8s.io',
  'policy',
  'autoscaling',
]);

/** Returns what of the objects of `config/default` an operator on this machine needs. */
export function deployedFor(built: readonly BuiltObject[]): Deployed {
  const workloads = operatorWorkloads(built);
  const left = new Set(workloads.map(({ built: { object } }) => object));
  const objects = built
    .map(({ object }) => object)
    .filter((each) => !left.has(each) && !ofDeployment.has(groupOf(each)) && textAt(each, 'kind') !== 'Service');
  const [workload, ...others] = workloads;
  if (workload === undefined) return { objects, account: undefined, container: { env: {}, args: [], leftOut: [] } };
  const namespace = namespaceOf(workload.built.object) || 'default';
  const container = containerHere(workload, namespace, objects);
  // One process runs here, with the settings of one of them.
  const notHere = others.map(({ built: { object } }) => `the ${textAt(object, 'kind')} ${nameOf(object)}`);
  return {
    objects,
    account: { namespace, name: workload.account || 'default' },
    container: { ...container, leftOut: [...container.leftOut, ...notHere] },
  };
}

/** Reports whether an object makes the API server call the operator. */
export function callsOperator(object: JsonObject): boolean {
  return (
    isWebhookConfiguration(object) || (isCrd(object) && textAt(object, 'spec', 'conversion', 'strategy') === 'Webhook')
  );
}

/** The address at which the API server reaches the webhooks of the operator. */
export interface WebhookTarget {
  /** Such as `https://127.0.0.1:9443`. */
  readonly url: string;
  /** The authority of its certificate, PEM in base64. */
  readonly caBundle: string;
}

/** Returns an object whose webhooks are served at a target in place of a Service. */
export function redirected(object: JsonObject, target: WebhookTarget): JsonObject {
  if (!callsOperator(object)) return object;
  const at = (config: unknown): JsonObject => {
    const path = textAt(isObject(config) ? config : {}, 'service', 'path');
    return { url: `${target.url}${path}`, caBundle: target.caBundle };
  };
  if (isWebhookConfiguration(object)) {
    const webhooks = listAt(object, 'webhooks').filter(isObject);
    return { ...object, webhooks: webhooks.map((each) => ({ ...each, clientConfig: at(each['clientConfig']) })) };
  }
  const spec = object['spec'] as JsonObject;
  const conversion = spec['conversion'] as JsonObject;
  const webhook = isObject(conversion['webhook']) ? conversion['webhook'] : {};
  const there = { ...webhook, clientConfig: at(webhook['clientConfig']) };
  return { ...object, spec: { ...spec, conversion: { ...conversion, webhook: there } } };
}
