import { posix } from 'node:path';
import type { HelmSettings } from './project.js';

/** The folder of the Helm chart, if PROJECT does not name one. */
export const defaultChartFolder = 'dist/chart';

/** Returns the folder of the chart with the CRDs; undefined if they are in the chart of the operator. */
export function crdChartFolder({ chartFolder, separateCRDs }: HelmSettings): string | undefined {
  return separateCRDs && `${chartFolder}-crds`;
}

/** Folders that belong to other parts of a project. */
const taken = new Set(['config', 'hack', 'node_modules', 'src', 'test', 'vendor']);

/** Reports whether a path can be the folder of a chart: a folder in the project with no other purpose. */
export function isChartFolder(folder: string): boolean {
  const parts = folder.split('/');
  return parts.every((part) => /^[A-Za-z0-9_][\w.-]*$/.test(part)) && !taken.has(parts[0]!) && folder !== 'dist';
}

/** Folders of the generated templates of a chart. */
const templateFolders = new Set([
  'certificates',
  'crd',
  'grafana',
  'manager',
  'metrics',
  'network-policy',
  'other',
  'prometheus',
  'rbac',
  'webhook',
]);

/** The file that makes a folder a chart. It belongs to the user. */
export const chartFile = 'Chart.yaml';

/** The file of a chart with the values, which users edit and into which operator-gen merges new values. */
export const chartValuesFile = 'values.yaml';
export const chartSchemaFile = 'values.schema.json';

/** Reports whether a path can be that of a generated file of a chart. */
export function isChartPath(path: string): boolean {
  if (posix.normalize(path) !== path || path.startsWith('../') || path.startsWith('/')) return false;
  if (path.endsWith(`/${chartSchemaFile}`) || path.endsWith('/templates/_helpers.tpl')) return true;
  const [name = '', folder = '', templates = ''] = path.split('/').toReversed();
  return templates === 'templates' && templateFolders.has(folder) && name.endsWith('.yaml');
}
