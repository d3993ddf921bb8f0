import type { Feature } from '../../feature.js';

/** Dashboards of Grafana for the metrics of the runtime, and for those that the code creates. */
export const grafana: Feature = {
  name: 'grafana',
  requires: [],
  part: { name: 'grafana', key: 'grafana' },
  generators: [
    {
      name: 'dashboards',
      generate: async (input) =>
        input.project.features.includes('grafana')
          ? (await import('./dashboards.js')).dashboards(input)
          : { files: [] },
    },
  ],
};
