import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import { emitChart } from '../emit/helm/chart.js';
import { nameMark, namespaceMark } from '../emit/helm/names.js';
import { readSchema, schemaText, valuesText, type ValueSchema } from '../emit/helm/values.js';
import { buildKustomization, type BuiltObject } from '../kustomize/build.js';
import type { DesiredFile } from '../layout/desired-file.js';
import { mergeFile } from '../merge/merge-file.js';
import type { Kind } from '../model/kind.js';
import { chartSchemaFile, chartValuesFile } from '../project/chart.js';
import { dashboardFiles } from '../project/paths.js';
import type { Project } from '../project/project.js';
import { generatedFile } from './generator.js';
import { pathsIncluded, textAt, type ReadText } from './included-objects.js';
import { refusedValues } from './refused-values.js';

/** The folders whose objects can be switched on in a chart. */
const optionalFolders = ['config/prometheus', 'config/network-policy'];

/** Generates the Helm chart of a project from its kustomization, with the manifests of this run. */
export function helmChart(
  project: Project,
  kinds: readonly Kind[],
  made: readonly DesiredFile[],
  read: ReadText,
): { readonly files: readonly DesiredFile[]; readonly diagnostics: readonly Diagnostic[] } {
  const { helm, projectName, namespaced, certificates } = project;
  if (helm === undefined) return { files: [], diagnostics: [] };
  const written = new Map(made.map(({ path, content }) => [path, content]));
  const readNow: ReadText = (path) => written.get(path) ?? textAt(path, read);
  const names = { nameOf: (name: string, kind: string) => nameMark(kind, name), namespace: namespaceMark };
  const deployed = pathsIncluded('config/default', readNow);
  const left = optionalFolders.filter((folder) => !deployed.some((path) => isIn(folder, path)));
  const built = buildKustomization('config/default', readNow, names, left);
  const isOptional = ({ file }: BuiltObject): boolean => left.some((folder) => isIn(folder, file));
  const { files, values } = emitChart({
    ...{ project: projectName, namespaced, certificates },
    isClusterResource: (group, plural) => {
      const kind = kinds.find((each) => each.group === group && each.plural === plural);
      return kind === undefined ? undefined : kind.scope === 'Cluster';
    },
    objects: built.objects.filter((each) => !isOptional(each)),
    optional: built.objects.filter(isOptional),
    dashboards: new Map(
      Object.values(dashboardFiles).flatMap((path) => {
        const text = written.get(path);
        return text === undefined ? [] : [[posix.basename(path), text]];
      }),
    ),
  });
  const inChart = (path: string): string => posix.join(helm.chartFolder, path);
  const valuesFile = inChart(chartValuesFile);
  const merged = mergedValues(valuesFile, values, readSchema(readNow(inChart(chartSchemaFile))), readNow);
  return {
    files: [
      ...[...files].map(([path, content]) => generatedFile(inChart(path), content)),
      generatedFile(inChart(chartSchemaFile), schemaText(values)),
      merged.file,
    ],
    diagnostics: [
      ...built.diagnostics,
      ...merged.diagnostics,
      ...refusedValues(valuesFile, merged.file.content, values),
    ],
  };
}

function isIn(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/**
 * Merges the default values into the file of the user. The schema of the run before has the defaults of that time, so
 * that what the user has changed is known.
 */
function mergedValues(
  path: string,
  values: ValueSchema,
  before: ValueSchema | undefined,
  read: ReadText,
): { readonly file: DesiredFile; readonly diagnostics: readonly Diagnostic[] } {
  const existing = read(path);
  const after = valuesText(values);
  const fileOf = (content: string): DesiredFile => ({ path, content, ownership: 'merged' });
  if (existing === undefined) return { file: fileOf(after), diagnostics: [] };
  // Without the earlier defaults, the user can have chosen all values that are there.
  const texts = { existing, before: before === undefined ? '' : valuesText(before), after };
  const merged = mergeFile(path, texts, { partial: before === undefined });
  if (merged.kind === 'merged') return { file: fileOf(merged.content), diagnostics: [] };
  const partial = mergeFile(path, texts, { partial: true });
  const file = fileOf(partial.kind === 'merged' ? partial.content : existing);
  return {
    file,
    diagnostics: merged.problems.map(({ where, reason, line = 1, column = 1 }) =>
      diagnostic('chart-values-kept', { where, reason }, { file: path, line, column }),
    ),
  };
}
