import type { JsonValue } from '../../src/base/model/schema.js';
import type { Random } from './random.js';

// Changes of texts and trees that make them wrong, odd or expensive.

const oddCharacters = [
  '\0',
  '\t',
  '\u00a0',
  '\ufeff',
  '\u2028',
  '\ud800',
  '😀',
  '\r',
  '\n',
  ':',
  '- ',
  '"',
  "'",
  '#',
  '&',
  '*',
  '|',
  '>',
  '{',
  '[',
  '%',
  '@',
];

/** Reports whether a value is an object with named fields. */
export function isRecord(value: JsonValue | undefined): value is Record<string, JsonValue> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Changes a few characters. */
export function mutateBytes(random: Random, text: string): string {
  let changed = text;
  for (let count = 1 + random.below(4); count > 0; count -= 1) {
    const at = random.below(changed.length + 1);
    const removed = random.below(3) === 0 ? random.below(40) : random.below(2);
    const inserted = random.once(3)
      ? ''
      : random.once(3)
        ? String.fromCharCode(random.below(256))
        : random.pick(oddCharacters);
    changed = changed.slice(0, at) + inserted + changed.slice(at + removed);
  }
  return changed;
}

/** Words that YAML, JSON, Kubernetes or CEL treat in a special way. */
const oddTokens = [
  'null', '~', 'true', 'on', 'off', 'y', '0777', '0o17', '0x1F', '1:30:00', '.inf', '-.inf', '.nan', '1e400', '-0', '1e-400',
  '9223372036854775808', '99999999999999999999', '1_000', '2020-01-01', '<<', '=', '!!binary aGk=', '!!str', '!foo x', '!!set {a}',
  '&a', '*a', '&a [*a]', '---', '...', '%YAML 1.2', '{}', '[]', '""', "''", '|', '>-', '1Gi', '1e3', '50%', '-1', '10.0.0.1',
  'x'.repeat(300), '9'.repeat(400), '['.repeat(50), '{a: '.repeat(20), '(a+)+$', '((a{9}){9}){9}', '\\\\pL{900}', '[[:alpha:', '(?<n>a)', '\\\\1',
  'apiVersion', 'kind', 'metadata', 'spec', 'status', 'self', 'oldSelf', 'v1', 'v1beta1', 'default', 'kube-system',
]; // prettier-ignore

/** Replaces, repeats, moves or removes words and lines. */
export function mutateTokens(random: Random, text: string): string {
  const tokens = text.split(/(\s+|[:,{}[\]"'()])/);
  for (let count = 1 + random.below(3); count > 0; count -= 1) {
    const at = random.below(tokens.length);
    const way = random.below(4);
    if (way === 0) tokens[at] = random.pick(oddTokens);
    else if (way === 1) tokens.splice(at, 1 + random.below(5));
    else if (way === 2)
      tokens.splice(at, 0, ...tokens.slice(random.below(tokens.length)).slice(0, 1 + random.below(30)));
    else tokens[at] = tokens[random.below(tokens.length)]!;
  }
  return tokens.join('');
}

type Container = JsonValue[] | Record<string, JsonValue>;

const isContainer = (value: JsonValue): value is Container => typeof value === 'object' && value !== null;

function containersIn(value: JsonValue): readonly Container[] {
  return isContainer(value) ? [value, ...Object.values(value).flatMap(containersIn)] : [];
}

const oddValues: readonly ((random: Random) => JsonValue)[] = [
  () => null,
  () => true,
  () => '',
  () => [],
  () => ({}),
  ({ below }) => below(70_000) - 5,
  () => 1.5,
  () => -(2 ** 53),
  () => 1e308,
  ({ below }) => 'a'.repeat(below(400)),
  ({ pick }) => pick(oddTokens),
  ({ below }) => Array.from({ length: below(40) }, (_, index) => index),
  ({ below }) => Object.fromEntries(Array.from({ length: below(40) }, (_, index) => [`k${index}`, `${index}`])),
  ({ below }) => nested(below(200)),
];

function nested(depth: number): JsonValue {
  return depth === 0 ? 'x' : { a: nested(depth - 1) };
}

/** Changes a few values, keys or places in a copy of an object. */
export function mutateTree(random: Random, object: JsonValue): JsonValue {
  const root = { root: structuredClone(object) };
  for (let count = 1 + random.below(3); count > 0; count -= 1) {
    const all = containersIn(root.root);
    if (all.length === 0) return root.root;
    change(random, random.pick(all), all);
  }
  return root.root;
}

function change(random: Random, at: Container, all: readonly Container[]): void {
  const keys = Object.keys(at);
  const key = keys.length === 0 ? 'a' : random.pick(keys);
  const put = (name: string, value: JsonValue): void => void ((at as Record<string, JsonValue>)[name] = value);
  switch (random.below(6)) {
    case 0:
      put(key, random.pick(oddValues)(random));
      return;
    case 1:
      if (Array.isArray(at)) at.splice(Number(key) || 0, 1);
      else delete at[key];
      return;
    case 2:
      // Not a part of itself: the copy is made before.
      put(key, structuredClone(random.pick(all)));
      return;
    case 3:
      if (Array.isArray(at)) at.push(...structuredClone(at));
      else put(random.pick(oddTokens), random.pick(oddValues)(random));
      return;
    case 4:
      put(Array.isArray(at) ? key : `${key}x`, (at as Record<string, JsonValue>)[key] ?? null);
      return;
    default: {
      const value = (at as Record<string, JsonValue>)[key];
      if (typeof value === 'string')
        put(key, random.once(2) ? mutateBytes(random, value) : mutateTokens(random, value));
      else if (typeof value === 'number') put(key, value * random.pick([-1, 0.5, 1000, 1e9]));
    }
  }
}

const operands = [
  'self',
  'oldSelf',
  '1',
  '1u',
  '2.5',
  '"a"',
  "b'a'",
  'true',
  'null',
  '[]',
  '[1, 2]',
  '{}',
  '{"a": 1}',
  'self.spec',
  'self.a',
  'size(self)',
];
const operators = ['+', '-', '*', '/', '%', '==', '!=', '<', '<=', '&&', '||', 'in'];
const functions = [
  'size',
  'int',
  'string',
  'type',
  'has',
  'quantity',
  'ip',
  'cidr',
  'url',
  'duration',
  'timestamp',
  'dyn',
  'optional.of',
  'format.named',
  'semver',
];
const methods = [
  'size()',
  'startsWith("a")',
  'matches("(a|b)*c{1,9}")',
  'split(",")',
  'all(x, x == x)',
  'exists_one(x, true)',
  'map(x, [x, x])',
  'filter(x, x > 1)',
  'isSorted()',
  'sum()',
  'orValue(1)',
  'lowerAscii()',
  'replace("a", "aa")',
  'find("a*")',
  'hasValue()',
];

/** Returns a random expression of CEL, which often has no valid type. */
export function celExpression(random: Random, depth = random.below(7)): string {
  if (depth === 0) return random.pick(operands);
  const inner = (): string => celExpression(random, depth - 1 - random.below(2) < 0 ? 0 : depth - 1);
  switch (random.below(8)) {
    case 0:
      return `(${inner()}) ${random.pick(operators)} (${inner()})`;
    case 1:
      return `${random.pick(functions)}(${inner()})`;
    case 2:
      return `(${inner()}).${random.pick(methods)}`;
    case 3:
      return `${inner()} ? ${inner()} : ${inner()}`;
    case 4:
      return `self.${random.pick(['all', 'exists', 'map', 'filter'])}(x${depth}, ${inner()})`;
    case 5:
      return `[${inner()}, ${inner()}]${random.pick(['', '[0]', '[?0]'])}`;
    case 6:
      return random.pick(['!', '-', '(', '{"k": ']) + inner();
    default:
      return mutateTokens(random, inner());
  }
}
