import type { JsonObject } from '../../../base/model/schema.js';
import type { ChartContext } from './context.js';
import { suffixOf } from './origin.js';
import { nameMark, namespaceMark } from './names.js';
import type { NamedTemplate } from './rbac.js';
import { isBudgetFor } from './switched.js';
import { asMap, code, entry, map, nodeAt, when, withNode } from './template.js';

const budget = '$.Values.podDisruptionBudget';
const oneOfTwo = 'podDisruptionBudget.maxUnavailable or podDisruptionBudget.minAvailable is required';

/** Returns the template of the PodDisruptionBudget. @param labels the labels of the manager's Pods */
export function budgetTemplates(context: ChartContext, labels: JsonObject): readonly NamedTemplate[] {
  return context
    .take((object) => isBudgetFor(labels, object))
    .map((object) => {
      const node = context.withInstance(context.template(object), 'spec', 'selector', 'matchLabels');
      const others = asMap(nodeAt(node, 'spec')).entries.filter(
        (each) => each.is !== 'entry' || !['minAvailable', 'maxUnavailable'].includes(each.key),
      );
      // Kubernetes accepts one of the two.
      const limit = when(
        `kindIs "invalid" ${budget}.minAvailable`,
        [entry('maxUnavailable', code(`required "${oneOfTwo}" ${budget}.maxUnavailable | toJson`))],
        [entry('minAvailable', code(`${budget}.minAvailable | toJson`))],
      );
      return {
        path: `manager/${suffixOf(object)}.yaml`,
        documents: [
          {
            object: withNode(node, ['spec'], map(limit, ...others)),
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
    // With minAvailable, a single replica could never be evicted. Evicting a Pod that is not ready does no harm.
    spec: { maxUnavailable: 1, selector: { matchLabels: selector }, unhealthyPodEvictionPolicy: 'AlwaysAllow' },
  };
}
