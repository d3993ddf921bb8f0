import { crdChartFolder } from '../../project/chart.js';
import type { Instance, TemplateSet } from '../../project/layout/template-set.js';
import type { Project } from '../../project/project.js';

/** Template context of a Helm chart. */
export interface ChartContext {
  readonly projectName: string;
  readonly description: string;
  readonly chartFolder: string;
  /** The folder of the chart with the CRDs; empty if they are in the chart of the operator. */
  readonly crdChartFolder: string;
}

/** Returns the template context of the Helm charts of a project; undefined if it has none. */
export function chartContext({ helm, projectName }: Project): ChartContext | undefined {
  if (helm === undefined) return undefined;
  const description = `Installs the operator ${projectName}`;
  return { projectName, description, chartFolder: helm.chartFolder, crdChartFolder: crdChartFolder(helm) ?? '' };
}

// A folder can have a chart before its templates are scaffolded.
export const chartSet: TemplateSet = {
  name: 'helm',
  keepsPresent: true,
  instances: ({ project }) => ofChart(project),
};
export const crdChartSet: TemplateSet = {
  name: 'helm-crds',
  keepsPresent: true,
  instances: ({ project }) => ofChart(project).filter(({ context }) => context.crdChartFolder !== ''),
};
export const workflowSet: TemplateSet = {
  name: 'helm-workflow',
  instances: ({ project }) => (project.parts.includes('workflows') ? ofChart(project) : []),
};

function ofChart(project: Project): readonly Instance<ChartContext>[] {
  const context = chartContext(project);
  return context === undefined ? [] : [{ scope: '', context }];
}
