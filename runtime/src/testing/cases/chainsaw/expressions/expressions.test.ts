import { describe, expect, it } from 'vitest';
import { differenceText } from '../../matching/show.js';
import { expressionProblem } from './check.js';
import { evaluate } from './evaluate.js';
import { parseNotation, parseTreeNotation } from './notation.js';
import { fillString, fillTemplate } from './template.js';
import { treeDifferences } from './tree.js';

const service = {
  spec: { type: 'ClusterIP', replicas: 2, ports: [{ port: 80, name: 'a' }, { port: 90 }], other: null },
};

it.each([
  ['(a)', { statement: 'a', engine: '' }],
  ['(cel; a)', { statement: ' a', engine: 'cel' }],
  ['a (b)', { statement: 'a (b)', engine: undefined }],
  ['\\(a)\\', { statement: '(a)', engine: undefined }],
  ['(a\nb)', { statement: '(a\nb)', engine: undefined }],
  ['()', { statement: '()', engine: undefined }],
])('the notation of %j', (text, expected) => {
  expect(parseNotation(text)).toEqual(expected);
});

it.each([
  ['~.ports', { isForEach: true, indexName: undefined, bindingName: undefined, statement: 'ports', engine: undefined }],
  ['~at.(ports)', { isForEach: true, indexName: 'at', bindingName: undefined, statement: 'ports', engine: '' }],
  ['~.a -> b', { isForEach: true, indexName: undefined, bindingName: 'b', statement: 'a ', engine: undefined }],
  [
    'a -> b.c',
    { isForEach: false, indexName: undefined, bindingName: undefined, statement: 'a -> b.c', engine: undefined },
  ],
  ['(a)->b', { isForEach: false, indexName: undefined, bindingName: 'b', statement: 'a', engine: '' }],
])('the notation of the key %j', (text, expected) => {
  expect(parseTreeNotation(text)).toEqual(expected);
});

describe('an assertion tree', () => {
  const differing = (tree: unknown): readonly string[] =>
    treeDifferences(tree, service, { two: 2 }).map(differenceText);

  it.each([
    [{ spec: { replicas: 2 } }],
    [{ spec: { '(length(ports))': 2, '(type)': 'ClusterIP' } }],
    [{ '(spec.replicas >= $two)': true }],
    [{ spec: { ports: [{ port: 80 }, {}] } }],
    [{ spec: { '~at.ports': { '($at < `2`)': true } } }],
    [{ spec: { '(ports)->all': { '(length($all))': 2 } } }],
    [{ spec: { other: null, '(nothing)': null } }],
    [{ spec: { replicas: '($two)' } }],
    [{ spec: { '(ports[0])': { port: 80 } } }],
  ])('holds: %j', (tree) => {
    expect(differing(tree)).toEqual([]);
  });

  it.each([
    [{ spec: { replicas: 3 } }, 'spec.replicas: expected 3, actual 2'],
    [{ spec: { nothing: {} } }, 'spec.nothing: expected {}, actual nothing'],
    [{ spec: { '(nothing)': {} } }, 'spec.(nothing): expected {}, actual null'],
    [{ spec: { '(length(ports))': 3 } }, 'spec.(length(ports)): expected 3, actual 2'],
    [{ spec: { '~.ports': { port: 80 } } }, 'spec.~.ports[1].port: expected 80, actual 90'],
    [{ spec: { other: [1] } }, 'spec.other: expected [1], actual null'],
  ])('shows what differs: %j', (tree, expected) => {
    expect(differing(tree)).toEqual([expected]);
  });

  it.each([
    [{ spec: { replicas: '2' } }, 'the number 2 cannot be compared with the string "2"'],
    [{ spec: { type: { a: 1 } } }, 'the string "ClusterIP" has no field a: an object is expected'],
    [{ spec: { type: [1] } }, 'the string "ClusterIP" cannot be compared with a list'],
    [{ spec: { ports: 'a' } }, 'a list cannot be compared with the string "a"'],
    [{ spec: { '~.replicas': {} } }, 'the number 2 has no items: a list or an object is expected'],
    [{ spec: { type: '(`[1]`)' } }, 'the string "ClusterIP" cannot be compared with a list'],
    [{ spec: { type: '(`{"a":1}`)' } }, 'the string "ClusterIP" cannot be compared with an object'],
    [{ '(length(nothing))': 0 }, 'the expression (length(nothing)) cannot be evaluated: '],
  ])('cannot be compared: %j', (tree, expected) => {
    expect(() => differing(tree)).toThrow(expected);
  });
});

describe('a template', () => {
  it('has the values of its expressions, each with the part of the input at its place', () => {
    const template = { a: '($two)', b: ['(@)', 1], c: '\\(two)\\', d: { e: '(length(@))' } };
    expect(fillTemplate(template, { b: ['x'], d: { e: [1, 2, 3] } }, { two: 2 })).toEqual({
      a: 2,
      b: ['x', 1],
      c: '\\(two)\\',
      d: { e: 3 },
    });
  });

  it('of a string is a string', () => {
    expect(fillString('($name)', { name: 'a' })).toBe('a');
    expect(fillString('\\($name)\\', {})).toBe('($name)');
    expect(() => fillString('($name)', { name: 1 })).toThrow('the expression ($name) is not a string');
  });
});

it.each([
  ['trim_space(@)', '\u00a0 a b\t\n', 'a b'],
  ['to_string(@)', { b: ['<', 1.5], a: null }, String.raw`{"a":null,"b":["\u003c",1.5]}`],
  ['to_string(@)', 'a', 'a'],
  ["env('NOT_SET_HERE')", null, ''],
])('the function %s', (statement, input, expected) => {
  expect(evaluate(statement, input, {})).toBe(expected);
});

describe('an expression', () => {
  const problem = (statement: string, engine = ''): string | undefined => {
    const found = expressionProblem(statement, engine, new Set(['color', 'namespace']));
    return found && `${found.reason}: ${found.what}`;
  };

  it.each([
    'spec.replicas',
    "conditions[?type == 'Ready'].status | [0]",
    'length(items) == `2` && !(a || b)',
    '{a: b, c: [d, $color]}',
    'items[1:].name',
    'items[*].ports[]',
    'replicas + `1` > -`2`',
    '`1` == `null`',
  ])('%s is supported', (statement) => {
    expect(problem(statement)).toBeUndefined();
  });

  it.each([
    ['k8s_get(a)', 'unsupported: the function k8s_get'],
    ['sort_by(a, &b)', 'unsupported: the function sort_by'],
    ['length(k8s_get(a))', 'unsupported: the function k8s_get'],
    ['a[?b == `1`]', 'unsupported: a number in a comparison with == or !='],
    ['length(a) == b', 'unsupported: a number in a comparison with == or !='],
    ['contains(a, `1`)', 'unsupported: contains with a number'],
    ['$', 'unsupported: $ without a name'],
    ['let $a = b in $a', 'unsupported: let'],
    ['a ? b : c', 'unsupported: the operator ?'],
    ['$test.id', 'unsupported: the binding $test'],
    ['{a: $values}', 'unsupported: the binding $values'],
    ['a[?$colour]', 'invalid: no binding is called $colour'],
  ])('%s is refused', (statement, expected) => {
    expect(problem(statement)).toBe(expected);
  });

  it('of another language is refused', () => {
    expect(problem('a', 'cel')).toBe('unsupported: an expression in CEL');
    expect(problem('a', 'js')).toBe('invalid: there is no language "js"');
    expect(problem('a(', 'jp')).toMatch(/^invalid: /);
    expect(problem('('.repeat(2000))).toMatch(/^invalid: /);
    expect(problem('!'.repeat(2001))).toBe('invalid: it has more than 2000 characters');
    expect(problem(`${'!'.repeat(1990)}a`)).toBeUndefined();
  });
});
