import { listAt, valueAt } from '../../../base/model/json-at.js';
import type { JsonObject, JsonValue } from '../../../base/model/schema.js';
import type { ChartContext } from './context.js';
import { suffixOf } from './origin.js';
import { withPort } from './metrics.js';
import type { NamedTemplate } from './rbac.js';
import { isPolicyFor, isSwitchedPolicy } from './switched.js';
import { asList, list, nodeAt, withNode, type Node } from './template.js';

/** The ports of the manager. */
export interface Ports {
  readonly metrics: number;
  readonly webhook: number;
  /** Their names in the container. */
  readonly names: Readonly<Record<'metrics' | 'webhook', string>>;
}

/** Returns the templates of the network policies for the manager. @param labels the labels of its Pods */
export function networkPolicyTemplates(
  context: ChartContext,
  labels: JsonObject,
  ports: Ports,
): readonly NamedTemplate[] {
  const switched = context.take((_, built) => isSwitchedPolicy(labels, built));
  const others = context.take((object) => isPolicyFor(labels, object));
  return [...switched, ...others].map((policy) => {
    const section = sectionOf(policy, ports);
    const node = context.withInstance(context.template(policy), 'spec', 'podSelector', 'matchLabels');
    const rules = asList(nodeAt(node, 'spec', 'ingress')).items.map((each) =>
      section === undefined || nodeAt(each as Node, 'ports') === undefined
        ? each
        : withPort(each as Node, ['ports'], ports[section], section),
    );
    const enabled = '$.Values.networkPolicy.enabled';
    const part = context.helper(section === 'metrics' ? 'metrics' : 'webhooks');
    const condition = section === undefined ? enabled : `and ${enabled} (${part})`;
    return {
      path: `network-policy/${suffixOf(policy)}.yaml`,
      documents: [
        {
          object:
            nodeAt(node, 'spec', 'ingress') === undefined ? node : withNode(node, ['spec', 'ingress'], list(...rules)),
          when: switched.includes(policy) ? condition : '',
        },
      ],
    };
  });
}

/** Returns the part of the manager whose port a policy opens. */
function sectionOf(policy: JsonObject, ports: Ports): 'metrics' | 'webhook' | undefined {
  const opened = listAt(valueAt(policy, 'spec', 'ingress')).flatMap((rule) =>
    listAt(valueAt(rule, 'ports')).map((each): JsonValue | undefined => valueAt(each, 'port')),
  );
  if (opened.length === 0) return undefined;
  return (['metrics', 'webhook'] as const).find((section) =>
    opened.every((each) => each === ports[section] || each === ports.names[section]),
  );
}

/** The network policies of a project that has none. */
export function policyDefaults(
  make: (name: string) => { readonly metadata: JsonObject; readonly selector: JsonObject },
  { metrics, webhook }: Ports,
  hasWebhooks: boolean,
): readonly JsonObject[] {
  const policy = (name: string, rule: JsonObject): JsonObject => {
    const { metadata, selector } = make(name);
    return {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata,
      spec: { ingress: [rule], podSelector: { matchLabels: selector }, policyTypes: ['Ingress'] },
    };
  };
  const from = [{ namespaceSelector: { matchLabels: { metrics: 'enabled' } } }];
  return [
    policy('allow-metrics-traffic', { from, ports: [{ port: metrics, protocol: 'TCP' }] }),
    // The API server calls the webhooks from outside the Pod network.
    ...(hasWebhooks ? [policy('allow-webhook-traffic', { ports: [{ port: webhook, protocol: 'TCP' }] })] : []),
  ];
}
