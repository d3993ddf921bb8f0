import { importAll } from './generate.js';

/** Typical rules of CRDs, and the fields that they are about. */
const cases: readonly (readonly [name: string, rule: string, fields: string])[] = [
  ['exactly one of', 'has(self.a) != has(self.b)', 'a?: string; b?: string'],
  [
    'exactly one of three',
    '[has(self.a), has(self.b), has(self.c)].filter(x, x).size() == 1',
    'a?: string; b?: Int32; c?: boolean',
  ],
  ['exactly one of objects', 'has(self.a) != has(self.b)', 'a?: { x: string }; b?: { y: string }'],
  ['at least one of', 'has(self.a) || has(self.b)', 'a?: string[]; b?: { c: string }'],
  ['at most one', '!(has(self.a) && has(self.b))', 'a?: string; b?: string'],
  ['both or none', 'has(self.a) == has(self.b)', 'a?: string; b?: string[]'],
  ['if a then b', '!has(self.a) || has(self.b)', 'a?: string; b?: string[]'],
  [
    'if value then field',
    `self.kind != 'b' ? has(self.a) : has(self.b)`,
    `kind: 'a' | 'b'; a?: string[]; b?: string[]`,
  ],
  ['iff value', `self.kind == 'a' ? has(self.a) : !has(self.a)`, `kind: 'a' | 'b'; a?: string[]`],
  [
    'union with types',
    `(self.type == 'A') == has(self.a) && (self.type == 'B') == has(self.b)`,
    `type: 'A' | 'B'; a?: { x: Int32 }; b?: { x: Int32 }`,
  ],
  ['a < b', 'self.a < self.b', 'a: Int32; b: Int32'],
  ['a < b < c', 'self.a < self.b && self.b < self.c', 'a: Int32; b: Int32; c: Int32'],
  ['a + b == c', 'self.a + self.b == self.c', 'a: Int32; b: Int32; c: Int32'],
  ['optional a < b', '!has(self.a) || !has(self.b) || self.a < self.b', 'a?: Int32; b?: Int32'],
  ['a * 2 <= b', 'self.a * 2 <= self.b', 'a: Int32; b: Int32'],
  ['double a < b', 'self.a < self.b', 'a: Double; b: Double'],
  ['same size', 'self.a.size() == self.b.size()', 'a: string[]; b: Int32[]'],
  ['same size, more', 'self.a.size() == self.b.size() && self.a.size() > 1', 'a: string[]; b: Int32[]'],
  ['size == number', 'self.names.size() == self.count', 'names: string[]; count: Int32'],
  ['size of text', 'self.a.size() == 12', 'a: string'],
  ['name in list', `self.name in ['one', 'two']`, 'name: string'],
  ['name in field', 'self.name in self.names', 'name: string; names: string[]'],
  ['list has', `'main' in self.names`, 'names: string[]'],
  ['some item', `self.items.exists(i, i.name == 'main')`, 'items: { name: string }[]'],
  ['some item is default', `self.items.exists_one(i, i.isDefault)`, 'items: { name: string; isDefault?: boolean }[]'],
  ['starts with', `self.a.startsWith('app-')`, 'a: string'],
  ['ends with', `self.a.endsWith('.example.com')`, 'a: string'],
  ['contains', `self.a.contains('@')`, 'a: string'],
  ['starts with other', `self.a.startsWith(self.b + '/')`, 'a: string; b: string'],
  ['matches', `self.a.matches('^v[0-9]+(\\\\.[0-9]+)*$')`, 'a: string'],
  ['not equal', 'self.a != self.b', 'a: string; b: string'],
  ['equal', 'self.a == self.b', 'a: string; b: string'],
  ['equal to literal', `self.a == 'x' && self.b == 3 && self.c`, 'a: string; b: Int32; c: boolean'],
  ['immutable', 'self.a == oldSelf.a', 'a: string'],
  ['cidr', 'isCIDR(self.a)', 'a: string'],
  ['cidr contains', 'cidr(self.a).containsIP(self.b)', 'a: string; b: string'],
  ['ip', 'isIP(self.a)', 'a: string'],
  ['ip 6', 'ip(self.a).family() == 6', 'a: string'],
  ['url', 'isURL(self.a)', 'a: string'],
  ['https', `isURL(self.a) && url(self.a).getScheme() == 'https'`, 'a: string'],
  ['quantity', 'isQuantity(self.a)', 'a: string'],
  ['quantity >', `quantity(self.a).isGreaterThan(quantity('10Gi'))`, 'a: string'],
  ['quantity <=', `quantity(self.request).compareTo(quantity(self.limit)) <= 0`, 'request: string; limit: string'],
  ['quantity <', `quantity(self.request).compareTo(quantity(self.limit)) < 0`, 'request: Quantity; limit: Quantity'],
  ['duration >', `duration(self.a) > duration('5m')`, 'a: Duration'],
  ['duration <', `duration(self.a) < duration(self.b)`, 'a: Duration; b: Duration'],
  ['duration text', `duration(self.a) >= duration('1s')`, 'a: string'],
  ['timestamp', `timestamp(self.a) > timestamp('2026-06-01T00:00:00Z')`, 'a: Time'],
  ['all items', 'self.items.all(i, i.min <= i.max)', 'items: { min: Int32; max: Int32 }[]'],
  [
    'all items, not empty',
    'self.items.size() > 0 && self.items.all(i, i.min < i.max)',
    'items: { min: Int32; max: Int32 }[]',
  ],
  ['all texts', `self.names.size() > 1 && self.names.all(n, n.startsWith('a-'))`, 'names: string[]'],
  [
    'unique',
    'self.items.all(a, self.items.exists_one(b, a.name == b.name)) && self.items.size() == 2',
    'items: { name: string }[]',
  ],
  ['label key', `'app' in self.labels`, 'labels: Record<string, string>'],
  ['label value', `self.labels['app'] == 'web'`, 'labels: Record<string, string>'],
  ['map not empty', 'self.labels.size() > 0', 'labels: Record<string, string>'],
  [
    'all keys',
    `self.labels.size() > 0 && self.labels.all(k, k.startsWith('example.com/'))`,
    'labels: Record<string, string>',
  ],
  ['nested', 'self.a.b.c == self.d', 'a: { b: { c: Int32 } }; d: Int32'],
  ['nested optional', `has(self.a) && has(self.a.b) && self.a.b.size() > 0`, 'a?: { b?: string[] }'],
  ['port range', `int(self.port) > 0 && int(self.port) < 65536`, 'port: string'],
  ['odd', 'self.replicas % 2 == 1 && self.replicas > 2', 'replicas: Int32'],
  ['even', 'self.a % 2 == 0 && self.a > 0', 'a: Int32'],
  ['min > 7', 'self.replicas > 7', 'replicas: Int32'],
  ['lowercase', 'self.a == self.a.lowerAscii() && self.a.size() >= 10', 'a: string'],
  ['split', `self.a.split('/').size() == 2`, 'a: string'],
  ['dns', `!format.dns1123Label().validate(self.a).hasValue()`, 'a: string'],
  ['enum pair', `self.a == 'x' ? self.b == 'q' : self.b == 'p'`, `a: 'x' | 'y'; b: 'p' | 'q'`],
  ['enum excludes', `!(self.mode == 'x' && self.on)`, `mode: 'x' | 'y'; on: boolean`],
  ['int or string', `type(self.p) == string ? self.p.endsWith('%') : self.p > 5`, 'p: IntOrString'],
  [
    'one of needs value',
    `self.type != 'File' || (has(self.file) && self.file.path.startsWith('/'))`,
    `type: 'File' | 'None'; file?: { path: string }`,
  ],
  ['sum of items', 'self.weights.size() > 0 && self.weights.sum() == 100', 'weights: Int32[]'],
  ['sorted', 'self.ports.size() > 1 && self.ports.isSorted() && self.ports[0] >= 1024', 'ports: Int32[]'],
];

/** Sources of a field with the fields and the rule, by the place of the rule. */
const places = {
  field: (rule: string, fields: string) => `@XValidation({ rule: ${rule} }) it!: { ${fields} };`,
  optional: (rule: string, fields: string) =>
    `@XValidation({ rule: ${rule}, message: 'a message' }) it?: { ${fields} };`,
  items: (rule: string, fields: string) =>
    `@MinItems(2) @MaxItems(5) @Items(XValidation({ rule: ${rule} })) it!: { ${fields} }[];`,
};

/** A source with a kind for each rule in each place, and the names of the cases by kind. */
export function sampleCases(): { readonly source: string; readonly names: ReadonlyMap<string, string> } {
  const names = new Map<string, string>();
  const classes = cases.flatMap(([name, rule, fields]) =>
    Object.entries(places).map(([place, field]) => {
      const kind = `Case${names.size}`;
      names.set(kind, `${name}, ${place}`);
      return `
export class ${kind}Spec {
  ${field(JSON.stringify(rule), fields)}
}
@Resource({ group: 'example.com', version: 'v1' }, { plural: '${kind.toLowerCase()}s' })
export class ${kind} extends CustomResource {
  spec!: ${kind}Spec;
}
`;
    }),
  );
  return { source: `${importAll}\n${classes.join('')}`, names };
}
