import { emitDashboard } from './dashboard.js';
import { controllerDashboard, ownDashboard, processDashboard } from './operator-dashboards.js';
import { dashboardFiles } from '../../project/paths.js';
import { generatedFile, type OutputGenerator } from '../../output/generate/generator.js';

/** Generates dashboards for Grafana, if the project enables them. */
export const dashboards: OutputGenerator = {
  name: 'dashboards',
  generate: ({ project: { features, projectName }, metrics }) => {
    if (!features.includes('grafana')) return { files: [] };
    const own = generatedFile(dashboardFiles.ownMetrics, emitDashboard(ownDashboard(projectName, metrics)));
    return {
      files: [
        generatedFile(dashboardFiles.controllers, emitDashboard(controllerDashboard(projectName))),
        generatedFile(dashboardFiles.process, emitDashboard(processDashboard(projectName))),
        ...(metrics.length === 0 ? [] : [own]),
      ],
    };
  },
};
