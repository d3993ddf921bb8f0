import { isChartPath } from '../../project/chart.js';
import type { Feature } from '../../feature.js';
import { editFlags } from './flags.js';
import { chartSet, crdChartSet, workflowSet } from './template-sets.js';

/** A Helm chart of the operator, made from its kustomization. */
export const helm: Feature = {
  name: 'helm',
  requires: ['grafana'],
  diagnostics: async () => (await import('./diagnostics.js')).helmDiagnostics,
  flags: { edit: editFlags },
  templateSets: [chartSet, crdChartSet, workflowSet],
  isGeneratedPath: isChartPath,
  manifestGenerators: [
    async (source) =>
      source.project.helm === undefined ? { files: [] } : (await import('./helm-chart.js')).helmChart(source),
  ],
  edit: async () => (await import('./edit.js')).chartEdit,
};
