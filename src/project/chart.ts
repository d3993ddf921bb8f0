import { posix } from 'node:path';
import type { HelmSettings } from './project.js';

/** The folder of the Helm chart, if PROJECT does not name one. */
export const defaultChartFolder = 'dist/chart';

/** Returns the folder of the chart with the CRDs; undefined if they are in the chart of the operator. */
export function crdChartFolder({ chartFolder, separateCRDs }: HelmSettings): string | undefined {
  return separateCRDs && `${chartFolder}-crds`;
}

/** Folders whose files have other owners. */
const taken = new Set(['config', 'hack', 'node_modules', 'src', 'test', 'vendor']);

/** Reports whether a path can be the folder of a chart: one in the project that nothing else is in. */
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

/** The file without which there is no chart. It is the user's. */
export const chartFile = 'Chart.yaml';

/** The files of a chart whose values a user can edit, and which operator-gen merges new ones into. */
export const chartValuesFile = 'values.yaml';
export const chartSchemaFile = 'values.schema.json';

/** Reports whether a path can be one of a generated file of a chart. */
export function isChartPath(path: string): boolean {
  if (posix.normalize(path) !== path || path.startsWith('../') || path.startsWith('/')) return false;
  if (path.endsWith(`/${chartSchemaFile}`) || path.endsWith('/templates/_helpers.tpl')) return true;
  const [name = '', folder = '', templates = ''] = path.split('/').toReversed();
  return templates === 'templates' && templateFolders.has(folder) && name.endsWith('.yaml');
}
