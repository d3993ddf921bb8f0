import type { TriedCase } from '../declarative/table.js';
import { apply, assert, error, failing, menu, oneStep, passing, refused, soon } from './table.js';

/** A Service with two ports, whose numbers are integers. */
const shop = apply(`{ apiVersion: v1, kind: Service, metadata: { name: shop, labels: { app: shop } }, spec: {
      selector: { app: shop }, ports: [{ name: http, port: 80 }, { name: admin, port: 9000 }] } }`);
const service = (spec: string): string => `{ apiVersion: v1, kind: Service, metadata: { name: shop }, spec: ${spec} }`;
const asserted = (spec: string): string => oneStep(shop, assert(service(spec), soon));
const bindings = (text: string): string => `bindings:\n${text}`;
const color = bindings('- { name: color, value: red }\n');

/** Assertion trees, templates and bindings. */
export const expressionCases: readonly TriedCase[] = [
  passing('length', asserted('{ (length(ports)): 2 }')),
  failing('other-length', asserted('{ (length(ports)): 3 }')),
  failing('length-of-nothing', asserted('{ (length(nothing)): 0 }')),
  passing('path', asserted('{ (selector.app): shop }')),
  failing('other-path', asserted('{ (selector.app): bank }')),
  passing('null-path', asserted('{ (selector.other): null }')),
  passing('comparison', asserted('{ "(ports[0].port > `79`)": true, "(ports[0].port <= `80`)": true }')),
  failing('other-comparison', asserted('{ "(ports[0].port > `80`)": true }')),
  failing('comparison-with-nothing', asserted('{ "(other > `80`)": true }')),
  passing('negation', asserted('{ "(!(ports[0].port > `80`))": true }')),
  passing('equal-texts', asserted(`{ "(type == 'ClusterIP')": true, "(type != 'NodePort')": true }`)),
  failing('unequal-texts', asserted(`{ "(type == 'NodePort')": true }`)),
  passing('filter', asserted(`{ "(ports[?name == 'admin'].port | [0])": 9000 }`)),
  failing('other-filter', asserted(`{ "(ports[?name == 'admin'].port | [0])": 9001 }`)),
  passing('and-or', asserted(`{ "(type == 'NodePort' || length(ports) > \`1\` && selector.app == 'shop')": true }`)),
  passing('for-each', asserted('{ ~.ports: { protocol: TCP } }')),
  failing('for-each-other', asserted('{ ~.ports: { name: http } }')),
  passing('for-each-with-index', asserted('{ "~place.ports": { "($place < `2`)": true } }')),
  passing('for-each-of-expression', asserted(`{ "~.(ports[?name == 'http'])": { port: 80 } }`)),
  passing('binding-in-tree', asserted('{ "(length(ports))->count": { "($count >= `2`)": true, (@): 2 } }')),
  passing('value-is-expression', asserted(`{ type: "(join('', ['Cluster', 'IP']))" }`)),
  failing('list-of-other-length', asserted('{ ports: [{ port: 80 }] }')),
  passing('list-of-parts', asserted('{ ports: [{ port: 80 }, { name: admin }] }')),
  failing('text-for-number', asserted('{ ports: [{ port: "80" }, {}] }')),
  failing('error-with-text-for-number', oneStep(shop, error(service('{ ports: [{ port: "80" }, {}] }'), soon))),
  failing('object-for-text', asserted('{ type: { a: b } }')),
  failing('error-with-object-for-text', oneStep(shop, error(service('{ type: { a: b } }'), soon))),
  passing('error-with-list-of-other-length', oneStep(shop, error(service('{ ports: [{ port: 80 }] }'), soon))),
  failing('null-for-value', asserted('{ type: null }')),
  failing('null-for-missing', asserted('{ other: null }')),
  passing('empty-object', asserted('{ selector: {} }')),
  failing('empty-object-for-missing', asserted('{ other: {} }')),
  passing(
    'functions',
    asserted(`{ "(contains(selector.app, 'ho'))": true, "(starts_with(type, 'Cl'))": true,
      "(ends_with(type, 'IP'))": true, "(contains(keys(selector), 'app'))": true, "(values(selector))": [shop],
      "(upper(selector.app))": SHOP, "(lower(selector.app))": shop, "(split(selector.app, 'o'))": [sh, p],
      "(not_null(other, type))": ClusterIP, "(to_array(type))": [ClusterIP], "(to_number('12'))": 12 }`),
  ),
  passing(
    'texts-of-values',
    asserted('{ "(to_string(ports[0].port))": "80", "(to_string(selector))": "{\\"app\\":\\"shop\\"}" }'),
  ),
  passing('number-plus-number', asserted('{ "(ports[0].port + `1`)": 81 }')),
  passing('slice-and-flatten', asserted('{ "(ports[1:].name)": [admin], "(ports[].name)": [http, admin] }')),
  passing('multi-select', asserted('{ "({kind: type, first: ports[0].name})": { kind: ClusterIP, first: http } }')),
  passing(
    'assert-namespace',
    oneStep(shop, assert('{ apiVersion: v1, kind: Service, metadata: { name: shop, namespace: ($namespace) } }')),
  ),
  passing('binding', `${color}${oneStep(apply(menu('{ a: ($color) }')), assert(menu('{ a: red }')))}`),
  failing('other-binding', `${color}${oneStep(apply(menu('{ a: ($color) }')), assert(menu('{ a: blue }'), soon))}`),
  passing('binding-in-assert', `${color}${oneStep(apply(menu('{ a: red }')), assert(menu('{ a: ($color) }')))}`),
  passing(
    'binding-of-binding',
    bindings(`- { name: color, value: red }\n- { name: both, value: "(join('-', [$color, 'x']))" }\n`) +
      oneStep(apply(menu('{ a: ($both) }')), assert(menu('{ a: red-x }'))),
  ),
  passing(
    'binding-of-object',
    bindings('- { name: all, value: { a: red, b: blue } }\n') +
      oneStep(apply(menu('($all)')), assert(menu('{ a: red, b: blue }'))),
  ),
  passing(
    'binding-of-step',
    `${color}steps:\n- bindings: [{ name: color, value: blue }]\n  try:\n  - ${apply(menu('{ a: ($color) }'))}\n- try:\n  - ${assert(menu('{ a: blue }'))}\n  - ${assert(menu('{ (a != $color): true }'))}\n`,
  ),
  passing(
    'binding-of-operation',
    oneStep(
      apply(menu('{ a: ($color) }'), ', bindings: [{ name: color, value: green }]'),
      assert(menu('{ a: green }')),
    ),
  ),
  passing(
    'name-is-expression',
    oneStep(
      apply(menu('{ a: b }', `name: "(join('-', ['menu', $namespace]))"`)),
      assert(menu('{ a: b }', `name: "(join('-', ['menu', $namespace]))"`)),
    ),
  ),
  passing(
    'no-template',
    oneStep(apply(menu('{ a: ($color) }'), ', template: false'), assert(menu('{ a: \\($color)\\ }'))),
  ),
  passing('escaped', oneStep(apply(menu('{ a: "\\\\(b)\\\\" }')), assert(menu('{ a: "\\\\\\\\(b)\\\\\\\\" }')))),
  passing(
    'assertion-about-bindings',
    `${color}${oneStep('assert: { resource: { ($color): red, (length($color)): 3 } }')}`,
  ),
  failing('other-assertion-about-bindings', `${color}${oneStep(`assert: { resource: { ($color): blue }${soon} }`)}`),
  failing('error-about-bindings', `${color}${oneStep(`error: { resource: { ($color): red }${soon} }`)}`),
  failing('unknown-binding', oneStep(apply(menu('{ a: ($color) }')))),
  failing('not-an-expression', oneStep(apply(menu('{ a: "(length()" }')))),
  refused('number-is-equal', asserted('{ "(ports[0].port == `80`)": true }')),
  refused(
    'function-of-chainsaw',
    oneStep(`assert: { resource: { "(x_k8s_get($client, 'v1', 'Service', $namespace, 'shop').kind)": Service } }`),
  ),
  refused('let', asserted('{ "(let $a = type in $a)": ClusterIP }')),
  refused('cel', asserted('{ "(cel; object.type)": ClusterIP }')),
  refused('binding-of-chainsaw', oneStep('assert: { resource: { ($test.metadata.name): binding-of-chainsaw } }')),
];
