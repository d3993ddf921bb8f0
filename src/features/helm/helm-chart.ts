import { posix } from 'node:path';
import { isWebhookConfiguration } from '../../base/model/kubernetes-object.js';
import { diagnostic } from './reporting.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { emitCharts, type Chart } from './emit/chart.js';
import { nameMark, namespaceMark } from './emit/names.js';
import { webhookServiceIn } from './emit/origin.js';
import { readSchema, schemaText, valuesText, type ValueSchema } from './emit/values.js';
import type { BuiltObject } from '../../output/kustomize/build.js';
import { kustomize } from '../../output/kustomize/kustomize.js';
import type { BuildNames } from '../../output/kustomize/name-marks.js';
import { notGenerated } from '../../output/kustomize/not-generated.js';
import { chartContext, chartSet, crdChartSet } from './template-sets.js';
import type { DesiredFile } from '../../project/layout/desired-file.js';
import { renderTemplates } from '../../project/layout/render.js';
import { mergeFile } from '../../base/merge/merge-file.js';
import { asKubernetes, isYamlProblem, yamlDocument } from '../../base/text/yaml-documents.js';
import { objectsOf } from '../../base/text/yaml-objects.js';
import { chartFile, chartSchemaFile, chartValuesFile, crdChartFolder } from '../../project/chart.js';
import { dashboardFiles } from '../grafana/files.js';
import type { HelmSettings, Project } from '../../project/project.js';
import { largeChart } from './chart-size.js';
import { foreignChartFiles } from './foreign-chart-files.js';
import { generatedFile, type ManifestSource } from '../../output/generate/generator.js';
import { pathsIncluded, textAt, type ReadText } from '../../output/kustomize/included-objects.js';
import { refusedValues } from './refused-values.js';

/** The folders whose objects can be enabled in a chart. */
const optionalFolders = ['config/prometheus', 'config/network-policy'];

/** Generates the Helm charts of a project from its kustomization, with the manifests of this run. */
export async function helmChart(source: ManifestSource): Promise<ChartFiles> {
  const { host, root, project, read, helper, recorded, model } = source;
  const { helm, projectName, namespaced, certificates } = project;
  if (helm === undefined) return { files: [], diagnostics: [] };
  const written = new Map(source.manifests.map(({ path, content }) => [path, content]));
  const readNow: ReadText = (path) => written.get(path) ?? textAt(path, read);
  const names: BuildNames = {
    nameOf: (name, kind, declared) => nameMark(kind, name, declared),
    namespace: namespaceMark,
  };
  const deployed = pathsIncluded('config/default', readNow);
  const left = optionalFolders.filter((folder) => !deployed.some((path) => isIn(folder, path)));
  const from = 'config/default';
  const built = await kustomize(helper, { host, root, planned: written }, { folder: from, names, additional: left });
  if ('reason' in built) {
    const what = { output: 'chart' as const, folder: helm.chartFolder, from, ...built.cause };
    const kept = keptFiles(helm, recorded, (path) => textAt(path, read));
    return { files: [...kept, ...missingMetadata(project, readNow)], diagnostics: [notGenerated(what)] };
  }
  const isOptional = ({ file }: BuiltObject): boolean => left.some((folder) => isIn(folder, file));
  const { operator, crds } = emitCharts({
    ...{ project: projectName, namespaced, certificates },
    isClusterResource: (group, plural) => {
      const kind = model.kinds.find((each) => each.group === group && each.plural === plural);
      return kind === undefined ? undefined : kind.scope === 'Cluster';
    },
    separateCRDs: helm.separateCRDs === true,
    chartName: unusualName(helm, readNow),
    objects: built.filter((each) => !isOptional(each)),
    optional: built.filter(isOptional),
    dashboards: new Map(
      Object.values(dashboardFiles).flatMap((path) => {
        const text = written.get(path);
        return text === undefined ? [] : [[posix.basename(path), text]];
      }),
    ),
  });
  const crdFolder = crdChartFolder(helm);
  const isDivided = crds !== undefined && crdFolder !== undefined;
  const charts = [
    chartFiles(helm.chartFolder, operator, readNow, !isDivided),
    ...(isDivided ? [chartFiles(crdFolder, crds, readNow, false)] : []),
  ];
  return {
    files: [...charts.flatMap(({ files }) => files), ...missingMetadata(project, readNow)],
    diagnostics: [
      ...unserved(built),
      ...charts.flatMap(({ diagnostics }) => diagnostics),
      ...foreignChartFiles({ host, root, folder: helm.chartFolder, recorded }, operator.files),
      ...(isDivided ? foreignChartFiles({ host, root, folder: crdFolder, recorded }, crds.files) : []),
    ],
  };
}

/** Returns the generated files of a chart unchanged, so that they are neither updated nor deleted. */
function keptFiles(
  helm: HelmSettings,
  recorded: ManifestSource['recorded'],
  read: (path: string) => string | undefined,
): readonly DesiredFile[] {
  const folders = [helm.chartFolder, crdChartFolder(helm)].filter((each) => each !== undefined);
  return [...recorded].flatMap(([path, { ownership }]) => {
    const isKept = ownership === 'generated' && folders.some((folder) => isIn(folder, path));
    const content = isKept ? read(path) : undefined;
    return content === undefined ? [] : [{ path, content, ownership, unrecorded: true }];
  });
}

/** Reports webhooks whose Service is missing: the chart deploys them unchanged, without the values for webhooks. */
function unserved(objects: readonly BuiltObject[]): readonly Diagnostic[] {
  const configuration = objects.find(({ object }) => isWebhookConfiguration(object));
  if (configuration === undefined || webhookServiceIn(objects.map(({ object }) => object)) !== undefined) return [];
  const { file, declaredName } = configuration;
  const reason = `config/default has no Service that ${declaredName} calls`;
  return [diagnostic('chart-incomplete', { what: 'values for its webhooks', reason }, { file, line: 1, column: 1 })];
}

/** The files of a chart, and the problems of its values. */
interface ChartFiles {
  readonly files: readonly DesiredFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Returns the name of the operator's chart, unless the name of the chart with its CRDs starts with it. */
function unusualName(helm: HelmSettings, read: ReadText): string | undefined {
  const [name, ofCrds] = [helm.chartFolder, crdChartFolder(helm)].map((folder) => {
    const text = folder === undefined ? undefined : textAt(posix.join(folder, chartFile), read);
    return text === undefined ? undefined : objectsOf(text)[0]?.['name'];
  });
  return typeof name === 'string' && typeof ofCrds === 'string' && ofCrds !== `${name}-crds` ? name : undefined;
}

/** Returns each missing Chart.yaml. The file belongs to the user, but a chart requires it. */
function missingMetadata(project: Project, read: ReadText): readonly DesiredFile[] {
  const context = chartContext(project);
  if (context === undefined) return [];
  const folders = [context.chartFolder, context.crdChartFolder].filter((each) => each !== '');
  const missing = folders.map((each) => posix.join(each, chartFile)).filter((path) => read(path) === undefined);
  if (missing.length === 0) return [];
  const all = [chartSet, crdChartSet].flatMap((set) => renderTemplates(set, context));
  return all.filter(({ path }) => missing.includes(path)).map(({ template: _template, ...file }) => file);
}

/** Returns the files of a chart. @param mayDivide whether its CRDs can have a separate chart */
function chartFiles(folder: string, { files, values }: Chart, read: ReadText, mayDivide: boolean): ChartFiles {
  const inChart = (path: string): string => posix.join(folder, path);
  const valuesFile = inChart(chartValuesFile);
  const recorded = read(inChart(chartSchemaFile));
  const merged = mergedValues(valuesFile, values, readSchema(recorded), read);
  // The schema has the defaults that are in the values: a file that cannot be read yet, for example because of conflict
  // markers, gets the new ones later.
  const schema = isYaml(merged.file.content) ? schemaText(values) : (recorded ?? schemaText(values));
  return {
    files: [
      ...[...files].map(([path, content]) => generatedFile(inChart(path), content)),
      generatedFile(inChart(chartSchemaFile), schema),
      merged.file,
    ],
    diagnostics: [
      ...merged.diagnostics,
      ...refusedValues(valuesFile, merged.file.content, values),
      ...largeChart(folder, new Map([...files, [chartSchemaFile, schema]]), mayDivide),
    ],
  };
}

function isIn(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/**
 * Merges the default values into the file of the user. The schema of the previous run has the earlier defaults, which
 * shows what the user has changed.
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
  if (!isYaml(existing)) return { file: fileOf(existing), diagnostics: [] };
  // Without the earlier defaults, any of the existing values may have been set by the user.
  const texts = { existing, before: before === undefined ? '' : valuesText(before), after };
  const merged = mergeFile(path, texts, { partial: before === undefined });
  if (merged.kind === 'merged') return { file: fileOf(merged.content), diagnostics: [] };
  const partial = mergeFile(path, texts, { partial: true });
  const file = fileOf(partial.kind === 'merged' ? partial.content : existing);
  return {
    file,
    diagnostics: merged.problems
      // Another warning reports removed values.
      .filter(({ where }) => where === '' || isThere(values, where.split(/[.[]/)))
      .map(({ where, reason, line = 1, column = 1 }) =>
        diagnostic('chart-values-kept', { where, reason }, { file: path, line, column }),
      ),
  };
}

function isYaml(text: string): boolean {
  const document = yamlDocument(text, asKubernetes);
  return !isYamlProblem(document) && document.errors.length === 0;
}

/** Reports whether a schema has a value, or accepts any value there. */
function isThere({ properties }: ValueSchema, [key, ...rest]: readonly string[]): boolean {
  if (key === undefined || properties === undefined) return true;
  const below = properties[key];
  return below !== undefined && isThere(below, rest);
}
