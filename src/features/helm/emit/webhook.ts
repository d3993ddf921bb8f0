import { listAt, valueAt } from '../../../base/model/json-at.js';
import type { JsonObject } from '../../../base/model/schema.js';
import { selects } from '../../../base/model/kubernetes-object.js';
import type { ChartContext } from './context.js';
import { injectedCa, isInjected, withBundleOf } from './crd.js';
import { suffixOf } from './origin.js';
import type { NamedTemplate } from './rbac.js';
import { asList, asMap, code, entry, list, map, nodeAt, when, withEntryAt, withNode, type Node } from './template.js';

const injected = 'cert-manager.io/inject-ca-from';

/** Returns the templates of the Service and the configurations of the webhooks. @param labels the labels of the manager's Pods */
export function webhookTemplates(context: ChartContext, labels: JsonObject, port: number): readonly NamedTemplate[] {
  const condition = context.helper('webhooks');
  // Without their Service, they are deployed unchanged.
  if (!context.hasWebhooks) return [];
  const services = context.take(
    (object) => object === context.webhooks.service && selects(valueAt(object, 'spec', 'selector'), labels),
  );
  const configurations = context.take((object) => context.webhooks.isConfiguration(object));
  return [
    ...services.map((service) => ({
      path: 'webhook/service.yaml',
      documents: [
        {
          object: withPorts(context.withInstance(context.template(service), 'spec', 'selector'), 'targetPort', port),
          when: condition,
        },
      ],
    })),
    ...configurations.map((each) => ({
      path: `webhook/${suffixOf(each)}.yaml`,
      documents: [{ object: configuration(each, context), when: condition }],
    })),
  ];
}

function withPorts(service: Node, key: string, port: number): Node {
  const ports = asList(nodeAt(service, 'spec', 'ports')).items.map((each) => {
    const present = nodeAt(each as Node, key);
    const isPort = present?.is === 'literal' && present.value === port;
    return isPort ? withNode(each as Node, [key], code('int64 $.Values.webhook.port')) : each;
  });
  return withNode(service, ['spec', 'ports'], list(...ports));
}

function configuration(object: JsonObject, context: ChartContext): Node {
  let node = context.template(object);
  const others = asMap(nodeAt(node, 'metadata', 'annotations')).entries.filter(
    (each) => each.is !== 'entry' || each.key !== injected,
  );
  const annotations = entry('annotations', map(...others, injectedCa(context)));
  node =
    others.length > 0
      ? withNode(node, ['metadata', 'annotations'], annotations.value)
      : withEntryAt(node, ['metadata'], 'annotations', when(isInjected(context), [annotations]));
  const isOurs = listAt(object, 'webhooks').map((each) => context.webhooks.isCalledBy(valueAt(each, 'clientConfig')));
  const webhooks = asList(nodeAt(node, 'webhooks')).items.map((each, index) =>
    isOurs[index] === true ? withBundleOf(each as Node, ['clientConfig'], context) : each,
  );
  return withNode(node, ['webhooks'], list(...webhooks));
}
