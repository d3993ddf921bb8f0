import type { BuiltObject } from '../../../output/kustomize/build.js';
import { valueAt } from '../../../base/model/json-at.js';
import { kindOf, selects } from '../../../base/model/kubernetes-object.js';
import type { JsonObject } from '../../../base/model/schema.js';
import { isDeclared } from './origin.js';

// Values enable and disable objects of the operator: the scaffolded ones, and those that a user adds to the same folder
// for the same Pods or the same Service. Other objects of these kinds are always deployed.

const policies = ['allow-metrics-traffic', 'allow-webhook-traffic'] as const;

/** Reports whether an object is a NetworkPolicy of the Pods with these labels. */
export function isPolicyFor(labels: JsonObject, object: JsonObject): boolean {
  return kindOf(object) === 'NetworkPolicy' && selects(valueAt(object, 'spec', 'podSelector', 'matchLabels'), labels);
}

/** Reports whether `networkPolicy.enabled` applies to an object. @param labels the labels of the manager's Pods */
export function isSwitchedPolicy(labels: JsonObject, { object, file }: BuiltObject): boolean {
  return (
    isPolicyFor(labels, object) &&
    (file.startsWith('config/network-policy/') || policies.some((name) => isDeclared(object, 'NetworkPolicy', name)))
  );
}

/** Reports whether an object is a ServiceMonitor of a Service with these labels. */
export function isMonitorOf(serviceLabels: JsonObject, object: JsonObject): boolean {
  return (
    kindOf(object) === 'ServiceMonitor' && selects(valueAt(object, 'spec', 'selector', 'matchLabels'), serviceLabels)
  );
}

/**
 * Reports whether `prometheus.enabled` applies to a ServiceMonitor. @param serviceLabels the labels of the Service of
 * the metrics
 */
export function isSwitchedMonitor(serviceLabels: JsonObject, { object, file }: BuiltObject): boolean {
  return (
    isDeclared(object, 'ServiceMonitor', 'controller-manager-metrics-monitor') ||
    (file.startsWith('config/prometheus/') && isMonitorOf(serviceLabels, object))
  );
}

/** Reports whether an object contains the alerts of the operator. */
export function isAlerts(object: JsonObject): boolean {
  return isDeclared(object, 'PrometheusRule', 'controller-manager-alerts');
}

/** Reports whether an object is a PodDisruptionBudget of the Pods with these labels. */
export function isBudgetFor(labels: JsonObject, object: JsonObject): boolean {
  return (
    kindOf(object) === 'PodDisruptionBudget' && selects(valueAt(object, 'spec', 'selector', 'matchLabels'), labels)
  );
}
