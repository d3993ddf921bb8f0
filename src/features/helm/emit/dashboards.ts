import type { JsonObject } from '../../../base/model/schema.js';
import type { ChartContext } from './context.js';
import { nameMark, namespaceMark } from './names.js';
import type { NamedTemplate } from './rbac.js';
import { entry, literal } from './template.js';

/** Dashboards of a project: JSON by the name of the file. */
export type Dashboards = ReadonlyMap<string, string>;

/** Returns the template of a ConfigMap with the dashboards, which the sidecar of Grafana's chart loads by its label. */
export function dashboardTemplates(context: ChartContext, dashboards: Dashboards): readonly NamedTemplate[] {
  if (dashboards.size === 0) return [];
  const object: JsonObject = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      labels: { 'app.kubernetes.io/name': context.project },
      name: nameMark('ConfigMap', 'dashboards'),
      namespace: namespaceMark,
    },
    data: Object.fromEntries(dashboards),
  };
  const labelled = context.labelled(context.node(object), entry('grafana_dashboard', literal('1')));
  return [
    { path: 'grafana/dashboards.yaml', documents: [{ object: labelled, when: '$.Values.grafana.dashboards.enabled' }] },
  ];
}
