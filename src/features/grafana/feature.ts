import type { Feature } from '../../feature.js';
import { dashboardFiles } from './files.js';

/** Grafana dashboards for the metrics of the runtime, and for those that the code creates. */
export const grafana: Feature = {
  name: 'grafana',
  requires: [],
  part: { name: 'grafana', key: 'grafana' },
  isGeneratedPath: (path) => Object.values<string>(dashboardFiles).includes(path),
  generators: [
    {
      name: 'dashboards',
      generate: async (input) =>
        input.project.parts.includes('grafana') ? (await import('./dashboards.js')).dashboards(input) : { files: [] },
    },
  ],
};
