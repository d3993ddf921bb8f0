import { posix } from 'node:path';
import { usageError } from '../../cli/framework/usage-error.js';
import { diagnostic } from './reporting.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { readSchema, valuesText } from './emit/values.js';
import type { Host } from '../../base/io/host.js';
import type { OtherFiles } from '../../scaffold/change/change-project.js';
import type { Environment } from '../../output/operation/outcome.js';
import {
  chartSchemaFile,
  chartValuesFile,
  crdChartFolder,
  defaultChartFolder,
  isChartFolder,
} from '../../project/chart.js';
import type { FoundProject } from '../../project/find-project.js';
import type { HelmSettings, Project } from '../../project/project.js';
import { defined } from '../../base/model/defined.js';
import type { EditExtension } from '../../cli/commands/edit/extensions.js';
import type { ChartOptions } from './flags.js';

/** Adds, moves and removes charts. */
export const chartEdit: EditExtension<ChartOptions> = {
  settings: (options, project) => defined({ helm: chartSetting(options, project) }),
  files: ({ environment, found, settings: { helm }, force }) => chartFiles(environment, found, helm, force),
  reported: ({ found, settings: { helm } }, { diagnostics }) => withChartErrors(diagnostics, found.project, helm),
};

/** Returns the chart that the flags request; undefined if it is unchanged. */
function chartSetting(options: ChartOptions, project: Project): HelmSettings | 'none' | undefined {
  const { helm, chartFolder, separateCRDs } = options;
  if (helm === false) return 'none';
  if (chartFolder !== undefined && !isChartFolder(chartFolder)) {
    const reason = 'it is not a free folder of the project';
    throw usageError('edit', 'invalid-value', { option: '--chart-folder', value: chartFolder, reason });
  }
  const isWanted = helm === true || chartFolder !== undefined || separateCRDs === true;
  if (!isWanted && (project.helm === undefined || separateCRDs === undefined)) return undefined;
  return {
    chartFolder: chartFolder ?? project.helm?.chartFolder ?? defaultChartFolder,
    ...((separateCRDs ?? project.helm?.separateCRDs) && { separateCRDs: true }),
  };
}

/**
 * Returns problems, with those of a chart that cannot be generated in its new place as errors, because the old files
 * would be removed.
 */
function withChartErrors(
  problems: readonly Diagnostic[],
  { helm: before }: Project,
  helm: HelmSettings | 'none' | undefined,
): readonly Diagnostic[] {
  const [old, now] = [foldersOf(before), foldersOf(helm)].map((each) => JSON.stringify([...each]));
  if (before === undefined || helm === undefined || helm === 'none' || old === now) return problems;
  return problems.map((each) => (each.code === 'output-not-generated' ? { ...each, severity: 'error' } : each));
}

/** Returns the folders of the charts, each with its content. */
function foldersOf(helm: HelmSettings | 'none' | undefined): ReadonlyMap<'operator' | 'crds', string> {
  if (helm === undefined || helm === 'none') return new Map();
  const crds = crdChartFolder(helm);
  return new Map([['operator', helm.chartFolder], ...(crds === undefined ? [] : [['crds', crds] as const])]);
}

/** Returns the changes of values files of charts that are removed or moved. They are kept if the user has changed them. */
function chartFiles(
  environment: Pick<Environment, 'host'>,
  { root, project }: FoundProject,
  helm: HelmSettings | 'none' | undefined,
  force: boolean,
): OtherFiles & { readonly diagnostics: readonly Diagnostic[] } {
  const after = foldersOf(helm);
  const moves = helm === undefined ? [] : [...foldersOf(project.helm)].filter(([of, from]) => after.get(of) !== from);
  const all = moves.map(([of, from]) => valuesOf(environment, root, from, { to: after.get(of), force }));
  return {
    files: all.flatMap(({ files }) => files),
    unwanted: all.flatMap(({ unwanted }) => unwanted),
    diagnostics: all.flatMap(({ diagnostics }) => diagnostics),
  };
}

/** Returns the change of the values file of a chart. @param to its new folder; undefined if it is removed */
function valuesOf(
  { host }: Pick<Environment, 'host'>,
  root: string,
  folder: string,
  { to, force }: { readonly to: string | undefined; readonly force: boolean },
): OtherFiles & { readonly diagnostics: readonly Diagnostic[] } {
  const nothing = { files: [], unwanted: [], diagnostics: [] };
  const from = posix.join(folder, chartValuesFile);
  const content = host.read(posix.join(root, from));
  if (content === undefined) return nothing;
  if (to !== undefined) {
    const path = posix.join(to, chartValuesFile);
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
