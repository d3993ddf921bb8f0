import { completed, text, toggle, type OptionsOf } from '../../cli/framework/flags.js';

/** The flags with which `edit` changes the chart of a project. */
export const editFlags = {
  helm: toggle('helm', 'Generate a Helm chart'),
  chartFolder: completed('file', text('--chart-folder <folder>', 'Folder of the Helm chart, dist/chart by default')),
  separateCRDs: toggle('separate-crds', 'Generate a separate Helm chart with the CRDs'),
};

export type ChartOptions = OptionsOf<typeof editFlags>;
