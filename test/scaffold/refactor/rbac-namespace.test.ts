import { expect, test } from 'vitest';
import { changeRbacNamespace } from '../../../src/scaffold/refactor/markers/rbac-namespace.js';

const imports = "import { Rbac } from '@operator-gen/runtime/api';\n";

/** Returns a class with one marker after its namespace has changed. */
function changed(marker: string, from: string, to: string): string {
  const { text } = changeRbacNamespace('a.ts', `${imports}@Rbac(${marker})\nexport class A {}\n`, {
    ...{ from, to, isOfTheCluster: () => false },
    isClusterKind: (name) => name === 'Node',
  });
  return text.slice(`${imports}@Rbac(`.length, text.indexOf(')\nexport'));
}

test.each([
  ["Deployment, ['get']", "Deployment, ['get'], { namespace: 'here' }"],
  ["apps.Deployment, ['get'], {}", "apps.Deployment, ['get'], { namespace: 'here' }"],
  ["Deployment, ['get'], { resourceNames: ['a'] }", "Deployment, ['get'], { resourceNames: ['a'], namespace: 'here' }"],
  ["Node, ['get']", "Node, ['get']"],
  ["core.Node, ['get']", "core.Node, ['get']"],
])('a permission that names a kind gets a namespace: %s', (before, after) => {
  expect(changed(before, '', 'here')).toBe(after);
});

test.each([
  ["Deployment, ['get'], { namespace: 'here' }", "Deployment, ['get']"],
  ["Deployment, ['get'], { namespace: 'here', resourceNames: ['a'] }", "Deployment, ['get'], { resourceNames: ['a'] }"],
  ["Deployment, ['get'], { namespace: 'there' }", "Deployment, ['get'], { namespace: 'there' }"],
])('a permission that names a kind loses its namespace: %s', (before, after) => {
  expect(changed(before, 'here', '')).toBe(after);
});

const long = `'${'a'.repeat(100)}'`;
test.each([
  [
    `{ groups: [${long}], resources: ['b'], verbs: ['get'] }`,
    `{ groups: [${long}], resources: ['b'], verbs: ['get'], namespace: 'here' }`,
  ],
  ["{ groups: ['a'], resources: ['b'], }", "{ groups: ['a'], resources: ['b'], namespace: 'here', }"],
  ["{groups: ['a'], resources: ['b']}", "{groups: ['a'], resources: ['b'], namespace: 'here'}"],
  ['{ groups: ["a"], resources: ["b"] }', '{ groups: ["a"], resources: ["b"], namespace: "here" }'],
  ["{\n\tgroups: ['a'],\n\tresources: ['b'],\n}", "{\n\tgroups: ['a'],\n\tresources: ['b'],\n\tnamespace: 'here',\n}"],
  [
    "{\r\n\tgroups: ['a'],\r\n\tresources: ['b']\r\n}",
    "{\r\n\tgroups: ['a'],\r\n\tresources: ['b'],\r\n\tnamespace: 'here'\r\n}",
  ],
  ["{ groups: ['a'],\n\tresources: ['b'] }", "{ groups: ['a'],\n\tresources: ['b'],\n\tnamespace: 'here' }"],
  [
    "{\n  groups: ['a'],\n  resources: ['b'], // mine\n}",
    "{\n  groups: ['a'],\n  resources: ['b'], // mine\n  namespace: 'here',\n}",
  ],
  [
    "{\n  groups: ['a'],\n  resources: ['b'] // mine\n}",
    "{\n  groups: ['a'],\n  resources: ['b'], // mine\n  namespace: 'here'\n}",
  ],
  [`Deployment, [${long}]`, `Deployment, [${long}], { namespace: 'here' }`],
  ["Deployment, ['get'], { resourceNames: ['a'] }", "Deployment, ['get'], { resourceNames: ['a'], namespace: 'here' }"],
])('a permission gets its namespace and nothing else, and loses it again: %j', (before, after) => {
  expect(changed(before, '', 'here')).toBe(after);
  expect(changed(after, 'here', '')).toBe(before);
});
