import { listAt, textAt, textsAt } from '../../../base/model/json-at.js';
import { groupOf, isCrd, isWebhookConfiguration, namespaceOf } from '../../../base/model/kubernetes-object.js';
import { isObject, type JsonObject } from '../../../base/model/schema.js';
import type { BuiltObject } from '../../../output/kustomize/build.js';
import { operatorWorkloads, type OperatorWorkload } from '../../../output/kustomize/operator-workloads.js';

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
  /** The variables of its container that are known here. */
  readonly env: Readonly<Record<string, string>>;
  /** The flags of its container that are its own, and not those of every operator. */
  readonly flags: readonly string[];
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
  const [workload] = workloads;
  if (workload === undefined) return { objects, account: undefined, env: {}, flags: [] };
  const namespace = namespaceOf(workload.built.object) || 'default';
  return {
    objects,
    account: { namespace, name: workload.account || 'default' },
    env: variablesOf(workload, namespace),
    flags: ownFlags(workload),
  };
}

/** Returns the variables of the operator's container whose values do not depend on its Pod. */
function variablesOf({ container }: OperatorWorkload, namespace: string): Readonly<Record<string, string>> {
  const known = listAt(container, 'env')
    .filter(isObject)
    .flatMap((each) => {
      const isNamespace = textAt(each, 'valueFrom', 'fieldRef', 'fieldPath') === 'metadata.namespace';
      const value = isNamespace ? namespace : each['value'];
      return typeof value === 'string' ? [[textAt(each, 'name'), value] as const] : [];
    });
  // The certificate of the webhooks is that of dev.
  return Object.fromEntries(known.filter(([name]) => !/^(?:|PATH|NODE_OPTIONS|KUBECONFIG|WEBHOOK_.*)$/.test(name)));
}

/** The flags of every operator: those of a deployed one are about its Pod, its ports and its certificates. */
const standard = /^--(?:kubeconfig|context|leader-elect|health-probe|metrics|debug|enable-webhooks|webhook|log-)/;

function ownFlags({ container }: OperatorWorkload): readonly string[] {
  return textsAt(container, 'args').filter(
    (each) => each.startsWith('--') && !standard.test(each) && !each.includes('$('),
  );
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
