import { expect, it } from 'vitest';
import { errorPosition } from '../../../src/features/verdict/field-position.js';

const base = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 1
  template:
    spec:
      containers:
      - name: first
        image: a
      - name: web
        image: b
`;
const built = base
  .replace('replicas: 1', 'replicas: -1')
  .replace('image: b', 'image: ""')
  .replace('web }', 'dev-web }');
const strategic = `# Of another object
kind: StatefulSet
spec:
  replicas: -1
---
kind: Deployment
metadata: { name: web }
spec:
  replicas: -1
  template:
    spec:
      containers:
      - name: web
        image: ""
`;
const operations = `- op: replace
  path: /spec/replicas
  value: -1
- op: replace
  path: /spec/template/spec/containers/1
  value:
    name: web
    image: ""
`;
const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, '      ');
const kustomization = `resources: [web.yaml]
patches:
  - path: patch.yaml
  - target: { kind: Deployment }
    patch: |-
${indented(operations)}`;

/** Returns the position of an error about a field, as `file:line:column`. */
function at(field: string, files: Readonly<Record<string, string>>): string {
  const read = ['kustomization.yaml', 'web.yaml', ...Object.keys(files)];
  const texts = { 'kustomization.yaml': 'resources: [web.yaml]\n', 'web.yaml': base, ...files };
  const manifest = { text: built, file: 'web.yaml', kustomization: 'kustomization.yaml', read: [...new Set(read)] };
  const identity = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'dev-web' };
  const position = errorPosition(manifest, identity, { type: '', message: '', field }, (file) =>
    file in texts ? texts[file as keyof typeof texts] : undefined,
  )!;
  return `${position.file}:${position.line}:${position.column}`;
}

const replicas = 'spec.replicas';
const image = 'spec.template.spec.containers[1].image';

it.each([
  ['a strategic merge patch', replicas, { 'patch.yaml': strategic }, 'patch.yaml:9:13'],
  ['another item of a list', image, { 'patch.yaml': strategic }, 'patch.yaml:14:16'],
  ['a JSON patch', replicas, { 'patch.json6902.yaml': operations }, 'patch.json6902.yaml:3:10'],
  ['a JSON patch of an item', image, { 'patch.yaml': operations }, 'patch.yaml:8:12'],
  ['a patch in the kustomization', replicas, { 'kustomization.yaml': kustomization }, 'kustomization.yaml:8:16'],
  ['an item in the kustomization', image, { 'kustomization.yaml': kustomization }, 'kustomization.yaml:13:18'],
])('the position of a field that is set by %s', (_, field, files, position) => {
  expect(at(field, files)).toBe(position);
});

it('a field that is set in another way is shown at the kustomization', () => {
  expect(at(replicas, {})).toBe('kustomization.yaml:1:1');
  expect(at(replicas, { 'patch.yaml': strategic.replaceAll('-1', '-2') })).toBe('kustomization.yaml:1:1');
  expect(at(replicas, { 'broken.yaml': 'spec: [' })).toBe('kustomization.yaml:1:1');
});

it('a field that is not patched is shown where it is written', () => {
  expect(at('spec.template.spec.containers[0].image', { 'patch.yaml': strategic })).toBe('web.yaml:10:16');
});
