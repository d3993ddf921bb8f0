import { expect, test } from 'vitest';
import { object, section, integer, choice, texts, toggle } from '../../../src/features/helm/emit/values.js';
import { refusedValues } from '../../../src/features/helm/refused-values.js';

// test/e2e/helm.test.ts compares the verdicts with those of Helm.
const schema = section('Values.', {
  manager: section('The manager.', { replicas: integer('Pods.', 1, 0, 9), keep: toggle('Whether.', true) }),
  certificate: choice('Who issues it.', ['cert-manager', 'self-signed'], 'cert-manager'),
  namespaces: texts('Namespaces.'),
  extra: object('Anything.'),
});

const manager = 'manager: {replicas: 1, keep: true}\n';
const certificate = 'certificate: self-signed\n';

test.each([
  ['what is right', `${manager}certificate: self-signed\nnamespaces: [a]\nextra: {a: [1]}\n`, []],
  ['an anchor, and a merge', 'extra: &a {replicas: 2}\nmanager: {<<: *a, keep: yes}\ncertificate: self-signed\n', []],
  ['an octal number', `manager: {replicas: 0o7, keep: true}\n${certificate}`, []],
  [
    'another name',
    `manager:\n  replica: 1\n  keep: true\n${certificate}`,
    ['2:12 manager.replica: the chart has no such value', '2:3 manager: replicas is missing'],
  ],
  [
    'another type',
    `manager:\n  replicas: "1"\n  keep: true\n${certificate}`,
    ['2:13 manager.replicas: it is not of type integer'],
  ],
  [
    'a fraction',
    `manager: {replicas: 1.5, keep: true}\n${certificate}`,
    ['1:21 manager.replicas: it is not of type integer'],
  ],
  [
    'nothing',
    `manager: {replicas: , keep: true}\n${certificate}`,
    ['1:21 manager.replicas: it is not of type integer'],
  ],
  ['too few', `manager: {replicas: -1, keep: true}\n${certificate}`, ['1:21 manager.replicas: it is less than 0']],
  ['too many', `manager: {replicas: 10, keep: true}\n${certificate}`, ['1:21 manager.replicas: it is more than 9']],
  [
    'none of the choices',
    `${manager}certificate: me\n`,
    ['2:14 certificate: it is none of "cert-manager", "self-signed"'],
  ],
  ['an item', `${manager}${certificate}namespaces: [a, 1]\n`, ['3:17 namespaces.1: it is not of type string']],
  ['a missing section', `extra: {}\n${certificate}`, ['1:1 the file: manager is missing']],
  ['an empty file', '', ['1:1 the file: manager is missing', '1:1 the file: certificate is missing']],
  ['a missing switch', `manager: {replicas: 1}\n${certificate}`, ['1:10 manager: keep is missing']],
  ['a list', '- 1\n', ['1:1 the file: it is not of type object']],
  [
    'no YAML',
    'manager: [\n',
    ['2:1 the file: Flow sequence in block collection must be sufficiently indented and end with a ]'],
  ],
])('%s', (_, text, expected) => {
  const found = refusedValues('values.yaml', text, schema).map(({ message, position }) => {
    const [, what, reason] = /^Helm refuses (.*) in the values of the chart: (.*)$/s.exec(message)!;
    return `${position!.line}:${position!.column} ${what}: ${reason}`;
  });
  expect(found).toEqual(expected);
});
