import { posix } from 'node:path';
import { usageError } from '../../cli/usage-error.js';
import { diagnostic, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { readSchema, valuesText } from '../../emit/helm/values.js';
import type { Host } from '../../io/host.js';
import type { OtherFiles } from '../../change/change-project.js';
import type { Environment } from '../../plan/outcome.js';
import type { Plan } from '../../plan/plan.js';
import { readState } from '../../plan/state.js';
import {
  chartSchemaFile,
  chartValuesFile,
  defaultChartFolder,
  isChartFolder,
  isChartPath,
} from '../../project/chart.js';
import type { FoundProject } from '../../project/find-project.js';
import type { HelmSettings, Project } from '../../project/project.js';
import type { EditOptions } from './flags.js';

/** Returns the chart that the flags ask for; undefined if it stays as it is. */
export function chartSetting({ helm, chartFolder }: EditOptions, project: Project): HelmSettings | 'none' | undefined {
  if (helm === false) return 'none';
  if (chartFolder !== undefined && !isChartFolder(chartFolder)) {
    const reason = 'it is not a free folder of the project';
    throw usageError('edit', 'invalid-value', { option: '--chart-folder', value: chartFolder, reason });
  }
  if (helm === undefined && chartFolder === undefined) return undefined;
  return { chartFolder: chartFolder ?? project.helm?.chartFolder ?? defaultChartFolder };
}

/** Returns errors for files of a user in the place of templates of a chart that is new in its folder. */
export function occupiedChart(
  { host }: Pick<Environment, 'host'>,
  { root, project }: FoundProject,
  helm: HelmSettings | 'none' | undefined,
  { files }: Plan,
): readonly Diagnostic[] {
  if (helm === undefined || helm === 'none' || helm.chartFolder === project.helm?.chartFolder) return [];
  const recorded = readState(host, root);
  return files
    .filter(({ path, ownership, action }) => ownership === 'generated' && action === 'update' && isChartPath(path))
    .filter(({ path }) => !recorded.has(path))
    .map(({ path }) => diagnostic('file-exists', { path, canForce: true }, { file: path, line: 1, column: 1 }));
}

/** Returns what happens to the values of a chart that goes or moves: they stay if the user has changed them. */
export function chartFiles(
  { host }: Pick<Environment, 'host'>,
  { root, project }: FoundProject,
  helm: HelmSettings | 'none' | undefined,
  force: boolean,
): OtherFiles & { readonly diagnostics: readonly Diagnostic[] } {
  const nothing = { files: [], unwanted: [], diagnostics: [] };
  const folder = project.helm?.chartFolder;
  if (folder === undefined || helm === undefined || (helm !== 'none' && helm.chartFolder === folder)) return nothing;
  const from = posix.join(folder, chartValuesFile);
  const content = host.read(posix.join(root, from));
  if (content === undefined) return nothing;
  if (helm !== 'none') {
    const path = posix.join(helm.chartFolder, chartValuesFile);
    return { ...nothing, files: [{ path, content, ownership: 'merged' }], unwanted: [from] };
  }
  return force || isDefault(host, posix.join(root, folder), content)
    ? { ...nothing, unwanted: [from] }
    : { ...nothing, diagnostics: [diagnostic('edited-file-kept', { path: from })] };
}

function isDefault(host: Host, folder: string, content: string): boolean {
  const schema = readSchema(host.read(posix.join(folder, chartSchemaFile)));
  return schema !== undefined && valuesText(schema) === content;
}
