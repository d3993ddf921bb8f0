import { mkdirSync, cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { parseAllDocuments, stringify } from 'yaml';
import { helm, programPath } from '../e2e/control-plane/programs.js';

/** An object as a test reads it. */
// oxlint-disable-next-line typescript/no-explicit-any -- the parts of objects that tests read are of many types
export type Rendered = any;

export type Values = Readonly<Record<string, unknown>>;

/** Runs Helm. @param input its standard input */
export async function runHelm(args: readonly string[], input = ''): Promise<string> {
  return (await execa(programPath(helm.name), args, { input })).stdout;
}

/** Returns the objects of YAML documents. A key that occurs twice is an error. */
export function objectsIn(text: string): readonly Rendered[] {
  return parseAllDocuments(text).flatMap((document) => {
    if (document.errors.length > 0) throw new Error(`${document.errors[0]!.message}\n${text.slice(0, 2000)}`);
    const value: Rendered = document.toJS();
    return value === null ? [] : [value];
  });
}

/** Renders a chart. */
export async function renderChart(
  chart: string,
  values: Values = {},
  { release = 'test-operator', namespace = 'test-operator-system' }: { release?: string; namespace?: string } = {},
): Promise<readonly Rendered[]> {
  const args = ['template', release, chart, '--namespace', namespace, '--values', '-'];
  return objectsIn(await runHelm(args, stringify(values)));
}

/**
 * Renders a chart with many values in one process, as a chart that contains it once for each set of values.
 * @param folder an empty folder
 */
export async function renderChartOften(
  chart: string,
  folder: string,
  all: readonly Values[],
): Promise<readonly (readonly Rendered[])[]> {
  const metadata = objectsIn(await runHelm(['show', 'chart', chart]))[0] as ChartName;
  const rendered: (readonly Rendered[])[] = [];
  for (let from = 0; from < all.length; from += mostAtOnce)
    rendered.push(
      ...(await renderAtOnce(chart, metadata, join(folder, `from-${from}`), all.slice(from, from + mostAtOnce))),
    );
  return rendered;
}

/** Charts in one run of Helm. */
const mostAtOnce = 128;

interface ChartName {
  readonly name: string;
  readonly version: string;
}

async function renderAtOnce(
  chart: string,
  { name, version }: ChartName,
  folder: string,
  all: readonly Values[],
): Promise<readonly (readonly Rendered[])[]> {
  const aliases = all.map((_, index) => `c${index}`);
  mkdirSync(join(folder, 'charts'), { recursive: true });
  cpSync(chart, join(folder, 'charts', name), { recursive: true });
  const dependencies = aliases.map((alias) => ({ name, version, alias }));
  writeFileSync(
    join(folder, 'Chart.yaml'),
    stringify({ apiVersion: 'v2', name: 'all', version: '1.0.0', dependencies }),
  );
  writeFileSync(
    join(folder, 'values.yaml'),
    stringify(Object.fromEntries(aliases.map((alias, index) => [alias, all[index]])), { aliasDuplicateObjects: false }),
  );
  const { stdout } = await execa(programPath(helm.name), ['template', 'r', folder], { maxBuffer: 1e9 });
  const texts = new Map<string, string[]>();
  for (const document of stdout.split(/^---$/m)) {
    const alias = /^# Source: all\/charts\/(c\d+)\//m.exec(document)?.[1];
    if (alias !== undefined) texts.set(alias, [...(texts.get(alias) ?? []), document]);
  }
  return aliases.map((alias) => objectsIn((texts.get(alias) ?? []).join('\n---\n')));
}

const labelsOfHelm = new Set(['helm.sh/chart', 'app.kubernetes.io/instance', 'app.kubernetes.io/managed-by']);

/**
 * Returns the parts of an object that a chart and a kustomization have in common, without the labels of Helm and
 * without empty values.
 */
export function comparable(value: Rendered): Rendered {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value as Record<string, unknown>)
    .filter(([key]) => !labelsOfHelm.has(key) && key !== 'helm.sh/resource-policy')
    .map(([key, each]) => [key, comparable(each)] as const)
    .filter(([, each]) => !(typeof each === 'object' && each !== null && Object.keys(each).length === 0));
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Returns objects by kind, namespace and name. */
export function byIdentity(objects: readonly Rendered[]): Readonly<Record<string, Rendered>> {
  const entries = objects.map(
    (each) => [[each.kind, each.metadata.namespace ?? '', each.metadata.name].join(' '), each] as const,
  );
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
