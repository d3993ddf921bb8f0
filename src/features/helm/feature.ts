import { isChartPath } from '../../project/chart.js';
import type { Feature } from '../../feature.js';
import { editFlags } from './flags.js';
import { chartSet, crdChartSet, workflowSet } from './template-sets.js';

/** A Helm chart of the operator, generated from its kustomization. */
export const helm: Feature = {
  name: 'helm',
  requires: ['grafana'],
  diagnostics: async () => (await import('./diagnostics.js')).helmDiagnostics,
  flags: { edit: editFlags },
  templateSets: [chartSet, crdChartSet, workflowSet],
  isGeneratedPath: isChartPath,
  manifestGenerators: [
    async (source) => (source.project.helm === undefined ? {} : (await import('./helm-chart.js')).helmChart(source)),
    async (source) =>
      source.project.helm === undefined
        ? {}
        : {
            diagnostics: (await import('../../output/generate/make-targets.js')).missingTargets(source, 'hack/helm.mk'),
          },
  ],
  edit: async () => (await import('./edit.js')).chartEdit,
};
