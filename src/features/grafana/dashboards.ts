import { emitDashboard } from './dashboard.js';
import { controllerDashboard, ownDashboard, processDashboard } from './operator-dashboards.js';
import { dashboardFiles } from './files.js';
import { generatedFile, type GeneratorInput, type GeneratorOutput } from '../../output/generate/generator.js';

/** Generates dashboards for Grafana: for all controllers, for the process, and for the metrics that the code creates. */
export async function dashboards({ project: { projectName }, uses }: GeneratorInput): Promise<GeneratorOutput> {
  const { metrics } = await uses();
  const own = generatedFile(dashboardFiles.ownMetrics, emitDashboard(ownDashboard(projectName, metrics)));
  return {
    files: [
      generatedFile(dashboardFiles.controllers, emitDashboard(controllerDashboard(projectName))),
      generatedFile(dashboardFiles.process, emitDashboard(processDashboard(projectName))),
      ...(metrics.length === 0 ? [] : [own]),
    ],
  };
}
