import { crdChartFolder } from '../../project/chart.js';
import type { Project } from '../../project/project.js';
import type { ChartContext } from '../../project/layout/contexts.js';

/** Returns the template context of the Helm charts of a project; undefined if it has none. */
export function chartContext({ helm, projectName }: Project): ChartContext | undefined {
  if (helm === undefined) return undefined;
  const description = `Installs the operator ${projectName}`;
  return { projectName, description, chartFolder: helm.chartFolder, crdChartFolder: crdChartFolder(helm) ?? '' };
}
