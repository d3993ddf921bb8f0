import { documents, failing, passing, settings, type TriedCase } from './table.js';

/** A Service whose lists and defaults are compared. */
const service = `apiVersion: v1
kind: Service
metadata: { name: shop, labels: { app: shop } }
spec:
  selector: { app: shop }
  ports:
    - { name: http, port: 80 }
    - { name: admin, port: 9000 }
`;

const serviceWith = (spec: string): string => `apiVersion: v1
kind: Service
metadata: { name: shop }
spec: ${spec}
`;

const anyMap = (labels: string, data = '{}'): string => `apiVersion: v1
kind: ConfigMap
metadata: { labels: ${labels} }
data: ${data}
`;

const map = (rest: string): string => `apiVersion: v1
kind: ConfigMap
metadata: { name: menu }
${rest}
`;

const labelled = documents(
  settings('first', { at: '1' }, 'labels: { of: menu }'),
  settings('second', { at: '2' }, 'labels: { of: menu }'),
  settings('third', { at: '3' }, 'labels: { of: bill }'),
);

/** Comparison of objects: fields, types, lists, labels. */
export const matchingCases: readonly TriedCase[] = [
  passing('part-of-object', {
    '00-menu.yaml': settings('menu', { soup: 'hot', tea: 'cold' }),
    '00-assert.yaml': map('data: { soup: hot }'),
  }),
  failing('other-value', {
    '00-menu.yaml': settings('menu', { soup: 'hot' }),
    '00-assert.yaml': map('data: { soup: cold }'),
  }),
  failing('missing-field', {
    '00-menu.yaml': settings('menu', { soup: 'hot' }),
    '00-assert.yaml': map('data: { tea: hot }'),
  }),
  passing('empty-map-is-any', { '00-menu.yaml': settings('menu', { soup: 'hot' }), '00-assert.yaml': map('data: {}') }),
  failing('null-for-value', { '00-menu.yaml': settings('menu', { soup: 'hot' }), '00-assert.yaml': map('data: null') }),
  failing('null-for-missing', {
    '00-menu.yaml': settings('menu', { soup: 'hot' }),
    '00-assert.yaml': map('immutable: null'),
  }),
  passing('list-of-parts', {
    '00-shop.yaml': service,
    '00-assert.yaml': serviceWith('{ ports: [{ port: 80 }, { name: admin }] }'),
  }),
  failing('list-too-short', { '00-shop.yaml': service, '00-assert.yaml': serviceWith('{ ports: [{ port: 80 }] }') }),
  failing('list-in-other-order', {
    '00-shop.yaml': service,
    '00-assert.yaml': serviceWith('{ ports: [{ port: 9000 }, { port: 80 }] }'),
  }),
  failing('empty-list', { '00-shop.yaml': service, '00-assert.yaml': serviceWith('{ ports: [] }') }),
  failing('string-for-number', {
    '00-shop.yaml': service,
    '00-assert.yaml': serviceWith('{ ports: [{ port: "80" }, { port: 9000 }] }'),
  }),
  passing('whole-float', {
    '00-shop.yaml': service,
    '00-assert.yaml': serviceWith('{ ports: [{ port: 80.0 }, { port: 9000 }] }'),
  }),
  passing('defaulted-field', { '00-shop.yaml': service, '00-assert.yaml': serviceWith('{ type: ClusterIP }') }),
  passing('any-with-labels', { '00-all.yaml': labelled, '00-assert.yaml': anyMap('{ of: menu }', '{ at: "2" }') }),
  failing('none-with-labels', { '00-all.yaml': labelled, '00-assert.yaml': anyMap('{ of: menu }', '{ at: "3" }') }),
  failing('no-object-with-labels', { '00-all.yaml': labelled, '00-assert.yaml': anyMap('{ of: nothing }') }),
  passing('any-without-labels', {
    '00-all.yaml': labelled,
    '00-assert.yaml': 'apiVersion: v1\nkind: ConfigMap\ndata: { at: "3" }\n',
  }),
  passing('yaml-1-1-booleans', {
    '00-menu.yaml': map('immutable: yes\ndata: { soup: hot }'),
    '00-assert.yaml': map('immutable: on'),
  }),
  passing('date-is-text', {
    '00-menu.yaml': map('data: { day: 2026-01-01 }'),
    '00-assert.yaml': map('data: { day: "2026-01-01" }'),
  }),
  passing('time-is-text', {
    '00-menu.yaml': map('data: { at: 12:30:45 }'),
    '00-assert.yaml': map('data: { at: "12:30:45" }'),
  }),
  failing('namespace-of-another', {
    '00-menu.yaml': settings('menu'),
    '00-assert.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: menu, namespace: default }\n',
  }),
  passing('cluster-scoped', {
    '00-assert.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: { name: default }\nstatus: { phase: Active }\n',
  }),
  failing('cluster-scoped-with-namespace', {
    '00-assert.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: { name: default, namespace: default }\n',
  }),
  failing('kind-in-other-case', {
    '00-menu.yaml': settings('menu'),
    '00-assert.yaml': 'apiVersion: v1\nkind: Configmap\nmetadata: { name: menu }\n',
  }),
  failing('lower-case-by-labels', {
    '00-menu.yaml': settings('menu', {}, 'labels: { of: menu }'),
    '00-assert.yaml': 'apiVersion: v1\nkind: configmap\nmetadata: { labels: { of: menu } }\n',
  }),
  failing('unknown-kind', {
    '00-assert.yaml': 'apiVersion: shop.example.com/v1\nkind: Order\nmetadata: { name: one }\n',
  }),
  passing('kind-in-lower-case', {
    '00-menu.yaml': settings('menu'),
    '00-assert.yaml': 'apiVersion: v1\nkind: configmap\nmetadata: { name: menu }\n',
  }),
  passing('comments-around', {
    '00-menu.yaml': `# A menu\n---\n${settings('menu')}---\n`,
    '00-assert.yaml': `---\n# A menu\n${settings('menu')}`,
  }),
  passing('anchors', {
    '00-menu.yaml': map('data:\n  a: &x hot\n  b: *x'),
    '00-assert.yaml': map('data: { a: hot, b: hot }'),
  }),
  passing('merge-key', {
    '00-menu.yaml': map('data: { a: hot, b: cold }'),
    '00-assert.yaml':
      'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: menu, labels: &l {} }\ndata:\n  <<: { a: hot }\n  b: cold\n'.replace(
        ', labels: &l {}',
        '',
      ),
  }),
];
