import type { JsonObject } from '../../model/schema.js';
import { at, kindOf, selects, suffixOf, type ChartContext } from './context.js';
import { nameMark, namespaceMark } from './names.js';
import type { NamedTemplate } from './rbac.js';
import { code, entry, literal, map, when, withNode, nodeAt } from './template.js';

const budget = '$.Values.podDisruptionBudget';

/** Returns the template of the PodDisruptionBudget. @param labels those of the manager's Pods */
export function budgetTemplates(context: ChartContext, labels: JsonObject): readonly NamedTemplate[] {
  const isOurs = (object: JsonObject): boolean =>
    kindOf(object) === 'PodDisruptionBudget' && selects(at(object, 'spec', 'selector', 'matchLabels'), labels);
  return context.take(isOurs).map((object) => {
    const node = context.withInstance(context.template(object), 'spec', 'selector', 'matchLabels');
    const selector = nodeAt(node, 'spec', 'selector') ?? literal({});
    // Kubernetes accepts one of the two.
    const limit = when(
      `not (kindIs "invalid" ${budget}.maxUnavailable)`,
      [entry('maxUnavailable', code(`${budget}.maxUnavailable`))],
      [entry('minAvailable', code(`${budget}.minAvailable`))],
    );
    return {
      path: `manager/${suffixOf(object)}.yaml`,
      documents: [
        {
          object: withNode(node, ['spec'], map(limit, entry('selector', selector))),
          when: `and ${budget}.enabled $.Values.manager.enabled`,
        },
      ],
    };
  });
}

/** The PodDisruptionBudget of a project that has none. */
export function budgetDefault(labels: JsonObject, selector: JsonObject): JsonObject {
  return {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { labels, name: nameMark('PodDisruptionBudget', 'controller-manager'), namespace: namespaceMark },
    spec: { minAvailable: 1, selector: { matchLabels: selector } },
  };
}
