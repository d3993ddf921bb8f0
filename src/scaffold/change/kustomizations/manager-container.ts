import { posix } from 'node:path';
import { buildKustomization } from '../../../output/kustomize/build.js';
import { mapsIn, setKey, textAt, valueAt } from '../../../output/kustomize/json.js';
import { operatorWorkloads } from '../../../output/kustomize/operator-workloads.js';
import { readObjects } from '../../../output/kustomize/read-objects.js';
import type { LayoutOptions } from '../../../project/layout/layout.js';
import { listAt } from '../../../base/model/json-at.js';
import { kustomizationIn, kustomizations } from '../../../project/paths.js';

/** Returns the text of a file by its path in the project; undefined if it is missing or cannot be read. */
type ReadText = (path: string) => string | undefined;

const folder = posix.dirname(kustomizations.default);
/** Matches the path of a JSON patch to a field of a container: the index of the container, and the field. */
const fieldOfContainer = /\/containers\/(\d+)\/([^\s"',}]+)/g;
const addsArgument = /\/containers\/\d+\/args\//;

/**
 * Returns the index of the manager's container for the patches of `config/default`. A JSON patch can name a container
 * only by its index, and a sidecar can come first. Existing patches keep their index.
 */
export function managerIndex(read: ReadText): NonNullable<LayoutOptions['managerIndex']> {
  let deployed: number | undefined;
  return (path, content) => indexIn(read(path) ?? '', content) ?? (deployed ??= deployedIndex(read));
}

/** Returns the index with which a text has the most fields of the scaffolded one; undefined if it has none of them. */
function indexIn(text: string, scaffolded: string): number | undefined {
  const wanted = new Set([...scaffolded.matchAll(fieldOfContainer)].map(([, , field]) => field));
  const counts = new Map<number, number>();
  for (const [, index, field] of text.matchAll(fieldOfContainer))
    if (wanted.has(field)) counts.set(Number(index), (counts.get(Number(index)) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}

/** Returns the index in the objects of `config/default` before the first of its patches that adds an argument. */
function deployedIndex(read: ReadText): number {
  const file = kustomizationIn(folder, (path) => read(path) !== undefined);
  const found = file === undefined ? { objects: [] } : readObjects(read(file));
  const [kustomization] = 'reason' in found ? [] : found.objects;
  if (file === undefined || kustomization === undefined) return 0;
  const patches = mapsIn(valueAt(kustomization, 'patches'));
  const textIn = (path: string | undefined): string =>
    path === undefined ? '' : (read(posix.join(folder, path)) ?? '');
  const first = patches.findIndex((each) => addsArgument.test(textAt(each, 'patch') ?? textIn(textAt(each, 'path'))));
  if (first >= 0) setKey(kustomization, 'patches', patches.slice(0, first));
  const before = JSON.stringify(kustomization);
  const { objects } = buildKustomization(folder, (path) => (path === file ? before : read(path)));
  const [operator] = operatorWorkloads(objects);
  if (operator === undefined) return 0;
  const containers = listAt(operator.built.object, 'spec', 'template', 'spec', 'containers');
  return Math.max(0, containers.indexOf(operator.container));
}
