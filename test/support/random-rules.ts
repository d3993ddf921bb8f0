import fc from 'fast-check';

type Expression = fc.Arbitrary<string>;

const text = { type: 'string', maxLength: 20 };
const integer = { type: 'integer' };
const number = { type: 'number' };
const list = (items: object) => ({ type: 'array', maxItems: 5, items });
const record = (values: object) => ({ type: 'object', maxProperties: 5, additionalProperties: values });
const inner = { type: 'object', properties: { a: text, b: integer } };

/** Schema of the values that the rules refer to. */
export const ruledSchema = {
  type: 'object',
  properties: {
    i: integer,
    'j-k': integer,
    n: number,
    s: text,
    namespace: { ...text, nullable: true },
    flag: { type: 'boolean' },
    ints: list(integer),
    numbers: list(number),
    texts: list(text),
    set: { ...list(text), 'x-kubernetes-list-type': 'set' },
    items: list(inner),
    counts: record(integer),
    names: record(text),
    at: { type: 'string', format: 'date-time' },
    wait: { type: 'string', format: 'duration' },
    port: { 'x-kubernetes-int-or-string': true },
    inner,
  },
};

const texts = fc.constantFrom('', 'a', 'b', 'ab', 'Ab-c', '10', 'é', '😀x', 'a.b');
const ints = fc.oneof(fc.integer({ min: -3, max: 12 }), fc.constantFrom(2 ** 31, -(2 ** 53) + 1));
const numbers = fc.constantFrom(0, 0.5, 1, 2, -1.5, 10, 1e21, 123456789);
const some = <T>(of: fc.Arbitrary<T>) => fc.array(of, { maxLength: 4 });
const innerValue = fc.record({ a: texts, b: ints }, { requiredKeys: [] });
const keys = fc.constantFrom('a', 'b', 'x-y', 'x__dash__y');

/** Values that satisfy the schema. */
export const ruledValues = fc.record(
  {
    i: ints,
    'j-k': ints,
    n: numbers,
    s: texts,
    namespace: fc.option(texts),
    flag: fc.boolean(),
    ints: some(ints),
    numbers: some(numbers),
    texts: some(texts),
    set: fc.uniqueArray(texts, { maxLength: 4 }),
    items: some(innerValue),
    counts: fc.dictionary(keys, ints, { maxKeys: 4, noNullPrototype: true }),
    names: fc.dictionary(keys, texts, { maxKeys: 4, noNullPrototype: true }),
    at: fc.constantFrom('2026-01-02T03:04:05Z', '2026-01-02T05:04:05.25+02:00', '1970-01-01T00:00:00Z'),
    wait: fc.constantFrom('1h30m', '90m', '0s', '250ms', '36h'),
    port: fc.oneof(ints, texts),
    inner: innerValue,
  },
  { requiredKeys: [] },
);

/** Replaces each `#` in a form with the next expression. */
function formOf(form: string, ...parts: readonly Expression[]): Expression {
  return fc.tuple(...parts).map((all) => all.reduce((shown, part) => shown.replace('#', () => part), form));
}

const quoted = (value: string): string => `'${value.replaceAll(/[\\']/g, '\\$&')}'`;
const literalInt = ints.map((each) => (each < 0 ? `(${each})` : `${each}`));
const literalNumber = fc.constantFrom('0.0', '0.5', '1.0', '2.0', '-1.5', '10.0', '1e21');
const literalText = texts.map(quoted);
const comparison = fc.constantFrom('==', '!=', '<', '<=', '>', '>=');
const pattern = fc.constantFrom('^a', '[a-z]+$', '(?i)AB', '^[[:alpha:]]*$', '.', '^.$', 'a|b', '^\\\\d+$').map(quoted);

/** Rules of all types that a CEL expression can have, over `self`. */
export const randomRules = fc.letrec<Record<string, string>>((tie) => {
  const [bool, int, double, string, intList, stringList, time, duration, port] = [
    'bool',
    'int',
    'double',
    'string',
    'ints',
    'texts',
    'time',
    'duration',
    'port',
  ].map((name) => tie(name)) as [
    Expression,
    Expression,
    Expression,
    Expression,
    Expression,
    Expression,
    Expression,
    Expression,
    Expression,
  ];
  const compared = (of: Expression): Expression =>
    fc
      .tuple(of, comparison, of)
      .map(([left, operator, right]) => `${left} ${operator} ${right}`)
      .map((each) => `(${each})`);
  const same = (of: Expression): Expression => formOf('(# # #)', of, fc.constantFrom('==', '!='), of);
  const depth = { depthSize: 'small', withCrossShrink: true, maxDepth: 2 } as const;
  const constants = (...all: string[]) => fc.constantFrom(...all);
  return {
    bool: fc.oneof(
      depth,
      constants(
        'self.flag',
        'true',
        'false',
        'has(self.s)',
        'has(self.namespace)',
        'has(self.j__dash__k)',
        'has(self.inner.a)',
        'has(self.inner)',
      ),
      ...[int, double, string, time, duration].map(compared),
      ...[bool, intList, stringList, port].map(same),
      formOf('(# && #)', bool, bool),
      formOf('(# || #)', bool, bool),
      formOf('!#', bool),
      formOf('(# ? # : #)', bool, bool, bool),
      formOf('# in #', int, intList),
      formOf('(# in #)', string, stringList),
      formOf('(# in self.counts)', string),
      formOf('#.startsWith(#)', string, string),
      formOf('#.endsWith(#)', string, string),
      formOf('#.contains(#)', string, string),
      formOf('#.matches(#)', string, pattern),
      formOf('#.all(e, #)', intList, formOf('(e # #)', comparison, int)),
      formOf('#.exists(e, #)', intList, formOf('(e # #)', comparison, int)),
      formOf('#.exists_one(e, #)', stringList, formOf('(e # #)', comparison, string)),
      formOf('self.items.all(e, e.a # #)', comparison, string),
      formOf('self.items.exists(e, has(e.b) && e.b # #)', comparison, int),
      formOf('self.counts.all(k, self.counts[k] # #)', comparison, int),
      formOf('self.names.exists(k, k # #)', comparison, string),
      constants(
        'self.counts == {"a": 1}',
        'self.names == {"a": "a", "b": "b"}',
        'self.inner.a == "a"',
        'type(self.port) == int',
        'self.port == 10',
        "self.port == 'a'",
        'self.set.all(e, e in self.texts)',
      ),
      formOf('self.?s.hasValue() == #', bool),
      formOf('self.?inner.?a.orValue(#) == #', string, string),
    ),
    int: fc.oneof(
      depth,
      literalInt,
      constants(
        'self.i',
        'self.j__dash__k',
        'self.inner.b',
        'self.counts.a',
        'self.counts["x-y"]',
        'self.counts.x__dash__y',
        'self.ints[0]',
        'self.ints[1]',
        'self.items[0].b',
      ),
      formOf('(# # #)', int, constants('+', '-', '*', '/', '%'), int),
      formOf('size(#)', fc.oneof(string, intList, stringList)),
      formOf('#.size()', fc.oneof(string, constants('self.counts', 'self.items'))),
      formOf('int(#)', fc.oneof(double, string)),
      formOf('#.indexOf(#)', string, string),
      formOf('#.lastIndexOf(#)', string, string),
      formOf('-#', int),
      formOf('#.getHours()', fc.oneof(time, duration)),
      formOf('#.getFullYear()', time),
      formOf('#.getMilliseconds()', time),
      formOf('#.getDayOfWeek()', time),
      formOf('#.getSeconds()', duration),
      formOf('self.?i.orValue(#)', int),
    ),
    double: fc.oneof(
      depth,
      literalNumber,
      constants('self.n', 'self.numbers[0]'),
      formOf('(# # #)', double, constants('+', '-', '*', '/'), double),
      formOf('double(#)', fc.oneof(int, string)),
    ),
    string: fc.oneof(
      depth,
      literalText,
      constants(
        'self.s',
        'self.__namespace__',
        'self.inner.a',
        'self.names.a',
        'self.texts[0]',
        'self.set[0]',
        'self.items[0].a',
      ),
      formOf('(# + #)', string, string),
      formOf('string(#)', fc.oneof(int, double, bool, duration, time)),
      formOf('#.lowerAscii()', string),
      formOf('#.upperAscii()', string),
      formOf('#.trim()', string),
      formOf('#.charAt(#)', string, constants('0', '1', '2')),
      formOf('#.substring(#)', string, constants('0', '1', '2')),
      formOf('#.substring(#, #)', string, constants('0', '1'), constants('1', '2')),
      formOf('#.replace(#, #)', string, string, string),
      formOf('#.join(#)', stringList, string),
      formOf('#.find(#)', string, pattern),
      formOf('(# ? # : #)', bool, string, string),
    ),
    ints: fc.oneof(
      depth,
      constants('self.ints', '[1, 2]', '[self.i]'),
      formOf('(# + #)', intList, intList),
      formOf('#.map(e, e + #)', intList, int),
      formOf('#.filter(e, e > #)', intList, int),
      formOf('self.texts.map(e, size(e))'),
    ),
    texts: fc.oneof(
      depth,
      constants('self.texts', 'self.set', "['a', 'b']", 'self.counts.map(k, k).filter(k, k == "a")'),
      formOf('(# + #)', stringList, stringList),
      formOf('#.split(#)', string, literalText),
      formOf('#.filter(e, e != #)', stringList, string),
      formOf('[#, #]', string, string),
    ),
    time: fc.oneof(
      depth,
      constants('self.at', "timestamp('2026-01-02T03:04:05.25Z')"),
      formOf('(# + #)', time, duration),
    ),
    duration: fc.oneof(
      depth,
      constants('self.wait', "duration('90m')"),
      formOf('(# - #)', time, time),
      formOf('(# + #)', duration, duration),
    ),
    port: fc.oneof(constants('self.port', 'dyn(10)', "dyn('a')"), formOf('dyn(#)', int)),
  };
}).bool!;
