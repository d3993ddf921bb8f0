import { expect, test } from 'vitest';
import { mergeFile } from '../../../src/base/merge/merge-file.js';

const before = 'spec:\n  replicas: 1\n';
const after = 'spec:\n  replicas: 2\n  constraints:\n  - topologyKey: host\n    skew: 1\n';

function merge(existing: string, path = 'config/manager/manager.yaml', texts = { before, after }) {
  const [whole, part] = [false, true].map((partial) =>
    mergeFile(path, { existing, ...texts }, { isRelease: true, partial }),
  );
  return {
    refused: whole!.kind === 'refused' ? whole!.problems.map(({ where }) => where) : [],
    content: part!.kind === 'merged' ? part!.content : undefined,
  };
}

test.each([
  ['of the same kind', 'constraints:\n  - topologyKey: zone\n    skew: 2\n'],
  ['of other values', 'constraints: [mine]\n'],
])('a list that a release adds does not join a list of the user: %s', (_, own) => {
  const existing = `${before}  ${own}`;
  expect(merge(existing)).toEqual({
    refused: ['spec.constraints'],
    content: existing.replace('replicas: 1', 'replicas: 2'),
  });
});

test.each([
  ['an empty list', 'constraints: []\n'],
  ['no value', 'constraints:\n'],
])('a list is added to %s', (_, own) => {
  const { refused, content } = merge(`${before}  ${own}`);
  expect(refused).toEqual([]);
  expect(content).toContain('topologyKey: host');
});

test('a list that has all of what a release adds stays', () => {
  const existing = `${after}  - topologyKey: zone\n`;
  expect(merge(existing)).toEqual({ refused: [], content: existing });
});

test('a list with names has the items of both', () => {
  const texts = { before, after: `${before}  env:\n  - name: ONE\n    value: '1'\n` };
  const { refused, content } = merge(`${before}  env:\n  - name: MINE\n    value: '2'\n`, undefined, texts);
  expect(refused).toEqual([]);
  expect(content).toContain('name: ONE');
  expect(content).toContain('name: MINE');
});

test.each([
  ['a variable', 'env', "value: 'a,b'", 'valueFrom: { fieldRef: { fieldPath: metadata.namespace } }'],
  ['a volume', 'volumes', 'emptyDir: {}', 'secret: { secretName: certs }'],
  ['the source of a variable', 'sources', 'secretKeyRef: { key: a }', 'fieldRef: { fieldPath: metadata.name }'],
])('%s of the user keeps its choice, and stays when the other one goes', (_, list, own, wanted) => {
  const item = (value: string): string => `${before}  ${list}:\n  - name: ONE\n    ${value}\n`;
  const existing = item(own);
  expect(merge(existing, undefined, { before, after: item(wanted) })).toEqual({
    refused: [`spec.${list}[ONE]`],
    content: existing,
  });
  expect(merge(existing, undefined, { before: item(wanted), after: before })).toEqual({
    refused: [],
    content: existing,
  });
  const other = merge(item(wanted), undefined, { before: item(wanted), after: existing });
  expect(other).toEqual({ refused: [], content: existing });
});

test('a list of files in a kustomization has those of both', () => {
  const texts = { before: 'namespace: a\n', after: 'namespace: a\nresources:\n- ours.yaml\n' };
  const { refused, content } = merge(
    'namespace: a\nresources:\n- mine.yaml\n',
    'config/default/kustomization.yaml',
    texts,
  );
  expect(refused).toEqual([]);
  expect(content).toContain('- ours.yaml');
});

test('a command other than an upgrade adds to a list of the user', () => {
  const own = `${before}  constraints:\n  - topologyKey: zone\n    skew: 2\n`;
  const merged = mergeFile('config/manager/manager.yaml', { existing: own, before, after });
  expect(merged.kind === 'merged' && merged.content).toContain('topologyKey: host');
});
