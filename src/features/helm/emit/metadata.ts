import { goString } from './print-template.js';
import { asMap, block, entry, keysOf, map, nodeAt, withEntryAt, withNode, type Entry, type Node } from './template.js';

/** Prints entries with a value unless it is empty. */
export function withValue(value: string, ...body: readonly Entry[]): Entry {
  return { is: 'with', code: value, body };
}

/** Adds labels and annotations of the values, except for those that the chart sets. */
export function withMetadata(node: Node, path: readonly string[], from: string): Node {
  const fixed = (key: string): readonly string[] => asMap(nodeAt(node, ...path, key)).entries.flatMap(keysOf);
  const others = (key: string): string => {
    const keys = [...fixed(key), ...(key === 'labels' ? chartLabels : [])];
    return `omit (${from}.${key} | default dict) ${[...new Set(keys)].map(goString).join(' ')}`.trimEnd();
  };
  const added = (key: string): Entry => ({ is: 'with', code: others(key), body: [block('toYaml .')] });
  const labels = asMap(nodeAt(node, ...path, 'labels'));
  const result = withNode(node, [...path, 'labels'], map(...labels.entries, added('labels')));
  const annotations = asMap(nodeAt(node, ...path, 'annotations')).entries;
  const all = map(...annotations, added('annotations'));
  if (annotations.length > 0) return withNode(result, [...path, 'annotations'], all);
  const wrapped = withValue(`${from}.annotations`, entry('annotations', map(block('toYaml .'))));
  return withEntryAt(result, path, 'annotations', wrapped);
}

const chartLabels = ['helm.sh/chart', 'app.kubernetes.io/instance', 'app.kubernetes.io/managed-by'];
