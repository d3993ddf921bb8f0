import { documents, failing, passing, refused, settings, testAssert, testStep, type TriedCase } from './table.js';

const ready = `apiVersion: apps/v1
kind: Deployment
metadata: { name: shop }
`;
const deployment = `${ready}spec:
  replicas: 1
  selector: { matchLabels: { app: shop } }
  template:
    metadata: { labels: { app: shop } }
    spec: { containers: [{ name: main, image: example.com/shop:1 }] }
`;

const definition = (name: string): string => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: ${name}s.tried.example.com }
spec:
  group: tried.example.com
  names: { kind: ${name[0]!.toUpperCase()}${name.slice(1)}, plural: ${name}s }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object, x-kubernetes-preserve-unknown-fields: true } }
`;
const established = (name: string): string => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: ${name}s.tried.example.com }
status: { acceptedNames: { plural: ${name}s } }
`;

const service = (name: string): string =>
  `apiVersion: v1\nkind: Service\nmetadata: { name: ${name} }\nspec: { ports: [{ port: 80 }] }\n`;

/** Files, steps, and what they apply and delete. */
export const stepCases: readonly TriedCase[] = [
  passing('no-steps', { 'notes.txt': 'nothing\n' }),
  passing('steps-by-number', {
    '2-b.yaml': settings('menu', { at: '2' }),
    '10-c.yaml': settings('menu', { at: '10' }),
    '10-assert.yaml': settings('menu', { at: '10' }),
  }),
  passing('assert-without-apply', { '00-menu.yaml': settings('menu'), '01-assert.yaml': settings('menu') }),
  passing('names-of-files', {
    '00-ASSERT.yaml': settings('menu'),
    '0-menu.yaml': settings('menu'),
    '00-assert-more.yaml': settings('menu'),
  }),
  failing('name-with-assert-inside', { '00-my-assert.yaml': 'apiVersion: v1\nkind: Nothing\nmetadata: { name: x }\n' }),
  passing('yml-is-ignored', { '00-menu.yaml': settings('menu'), '01-assert.yml': settings('other') }),
  passing('readme-is-ignored', { 'README.md': '# Case\n', '00-menu.yaml': settings('menu') }),
  passing('without-number-is-ignored', { 'assert.yaml': settings('other'), '00-menu.yaml': settings('menu') }),
  passing('step-folder', {
    '00-all/menu.yaml': settings('menu'),
    '00-all/assert.yaml': settings('menu'),
    '00-all/errors.yaml': settings('other'),
  }),
  failing('step-folder-with-readme', { '00-all/menu.yaml': settings('menu'), '00-all/README.md': '# Step\n' }),
  failing('step-folder-in-folder', { '00-all/menu.yaml': settings('menu'), '00-all/more/menu.yaml': settings('menu') }),
  passing('merge-patch', {
    '00-menu.yaml': settings('menu', { soup: 'hot', tea: 'hot' }),
    '01-menu.yaml': settings('menu', { tea: 'cold' }),
    '01-assert.yaml': settings('menu', { soup: 'hot', tea: 'cold' }),
  }),
  passing('merge-patch-deletes', {
    '00-menu.yaml': settings('menu', { soup: 'hot', tea: 'hot' }),
    '01-menu.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: menu }\ndata: { soup: null }\n',
    '01-errors.yaml': settings('menu', { soup: 'hot' }),
  }),
  failing('apply-without-name', {
    '00-menu.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { generateName: menu- }\n',
  }),
  failing('apply-of-unknown-kind', {
    '00-order.yaml': 'apiVersion: nothing.example.com/v1\nkind: Order\nmetadata: { name: one }\n',
  }),
  failing('apply-of-list', { '00-all.yaml': `apiVersion: v1\nkind: List\nitems: []\n` }),
  failing('apply-is-rejected', { '00-menu.yaml': settings('Not_A_Name') }),
  failing('apply-without-kind', { '00-menu.yaml': 'apiVersion: v1\nmetadata: { name: menu }\n' }),
  failing('apply-of-list-value', { '00-menu.yaml': '- one\n- two\n' }),
  failing('yaml-is-not-valid', { '00-menu.yaml': 'apiVersion: [v1\n' }),
  passing('errors-absent', { '00-menu.yaml': settings('menu'), '00-errors.yaml': settings('other') }),
  failing('errors-present', { '00-menu.yaml': settings('menu'), '00-errors.yaml': settings('menu') }),
  passing('errors-with-other-value', {
    '00-menu.yaml': settings('menu', { soup: 'hot' }),
    '00-errors.yaml': settings('menu', { soup: 'cold' }),
  }),
  failing('errors-of-unknown-kind', {
    '00-errors.yaml': 'apiVersion: nothing.example.com/v1\nkind: Order\nmetadata: { name: one }\n',
  }),
  failing('errors-by-labels', {
    '00-menu.yaml': settings('menu', {}, 'labels: { of: shop }'),
    '00-errors.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { labels: { of: shop } }\n',
  }),
  passing('delete-by-name', {
    '00-menu.yaml': settings('menu'),
    '01-delete.yaml': testStep('delete: [{ apiVersion: v1, kind: ConfigMap, name: menu }]'),
    '01-errors.yaml': settings('menu'),
  }),
  passing('delete-of-nothing', {
    '00-delete.yaml': testStep('delete: [{ apiVersion: v1, kind: ConfigMap, name: menu }]'),
  }),
  passing('delete-by-labels', {
    '00-menu.yaml': documents(
      settings('one', {}, 'labels: { of: shop }'),
      settings('two', {}, 'labels: { of: shop }'),
      settings('three'),
    ),
    '01-delete.yaml': testStep('delete: [{ apiVersion: v1, kind: ConfigMap, labels: { of: shop } }]'),
    '01-assert.yaml': settings('three'),
    '01-errors.yaml': documents(settings('one'), settings('two')),
  }),
  passing('delete-all', {
    '00-services.yaml': documents(service('one'), service('two')),
    '01-delete.yaml': testStep('delete: [{ apiVersion: v1, kind: Service }]'),
    '01-errors.yaml': 'apiVersion: v1\nkind: Service\n',
  }),
  failing('delete-of-unknown-kind', {
    '00-delete.yaml': testStep('delete: [{ apiVersion: nothing.example.com/v1, kind: Order, name: one }]'),
  }),
  failing('delete-takes-too-long', {
    '00-menu.yaml': settings('menu', {}, 'finalizers: [tried.example.com/hold]'),
    '01-delete.yaml': documents(testStep('delete: [{ apiVersion: v1, kind: ConfigMap, name: menu }]'), ''),
    '01-assert.yaml': testAssert('timeout: 1'),
  }),
  passing('delete-before-apply', {
    '00-menu.yaml': settings('menu', { soup: 'hot' }),
    '01-again.yaml': documents(
      testStep('delete: [{ apiVersion: v1, kind: ConfigMap, name: menu }]'),
      settings('menu', { tea: 'hot' }),
    ),
    '01-assert.yaml': settings('menu', { tea: 'hot' }),
    '01-errors.yaml': settings('menu', { soup: 'hot' }),
  }),
  passing('deployment-gets-ready', {
    '00-shop.yaml': deployment,
    '00-assert.yaml': documents(
      `${ready}status: { readyReplicas: 1 }\n`,
      'apiVersion: v1\nkind: Pod\nmetadata: { labels: { app: shop } }\nstatus: { phase: Running }\n',
    ),
  }),
  failing('deployment-with-too-many', {
    '00-shop.yaml': deployment,
    '00-assert.yaml': `${ready}status: { readyReplicas: 2 }\n`,
  }),
  passing('definition-then-object', {
    '00-definition.yaml': definition('plate'),
    '00-assert.yaml': established('plate'),
    // The API server serves a kind a moment after it is established.
    '01-wait.yaml': testStep('commands: [{ command: sleep 3 }]'),
    '01-plate.yaml':
      'apiVersion: tried.example.com/v1\nkind: Plate\nmetadata: { name: one }\nspec: { sizes: [1, 2] }\n',
    '01-assert.yaml':
      'apiVersion: tried.example.com/v1\nkind: Plate\nmetadata: { name: one }\nspec: { sizes: [1, 2] }\n',
  }),
  passing('files-of-a-step', {
    '00-step.yaml': testStep('apply: [more/menu.yaml]\nassert: [more/found.yaml]\nerror: [more/gone.yaml]'),
    'more/menu.yaml': settings('menu'),
    'more/found.yaml': settings('menu'),
    'more/gone.yaml': settings('other'),
  }),
  passing('folder-of-a-step', {
    '00-step.yaml': testStep('apply: [more]\nassert: [more]'),
    'more/menu.yaml': settings('menu'),
    'more/notes.txt': 'not YAML: [\n',
    'more/deeper/bad.yaml': 'not: [\n',
  }),
  failing('files-of-a-step-missing', { '00-step.yaml': testStep('apply: [more/menu.yaml]') }),
  failing('two-test-steps', { '00-step.yaml': documents(testStep('unitTest: true'), testStep('unitTest: true')) }),
  passing('unknown-field-of-step', { '00-step.yaml': testStep('aply: [more/menu.yaml]') }),
  failing('wrong-type-in-step', { '00-step.yaml': testStep('apply: more/menu.yaml') }),
  failing('step-of-another-group', { '00-step.yaml': 'apiVersion: v1\nkind: TestStep\n' }),
  passing('file-for-other-runs', {
    '00-menu.yaml': settings('menu'),
    '00-assert.yaml':
      'apiVersion: kuttl.dev/v1beta1\nkind: TestFile\ntestRunSelector: { matchLabels: { flavor: a } }\n---\n' +
      settings('other'),
  }),
  passing('file-without-selector', {
    '00-menu.yaml': settings('menu'),
    '00-assert.yaml': 'apiVersion: kuttl.dev/v1beta1\nkind: TestFile\n---\n' + settings('other'),
  }),
  failing('file-for-all-runs', {
    '00-menu.yaml': settings('menu'),
    '00-assert.yaml': 'apiVersion: kuttl.dev/v1beta1\nkind: TestFile\ntestRunSelector: {}\n---\n' + settings('other'),
  }),
  refused('go-template', { '00-menu.gotmpl.yaml': settings('menu') }),
];
