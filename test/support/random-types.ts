import fc from 'fast-check';

/** A type that a user could write, as data, from which both the source text and, independently, the schema are created. */
export type Shape =
  | { readonly is: 'scalar'; readonly name: keyof typeof scalars }
  | { readonly is: 'literals'; readonly values: readonly (string | number)[]; readonly as: 'union' | 'enum' }
  | { readonly is: 'list'; readonly of: Shape; readonly as: 'brackets' | 'Array' | 'readonly' }
  | { readonly is: 'record'; readonly of: Shape; readonly as: 'Record' | 'index' }
  | { readonly is: 'object'; readonly fields: readonly Field[]; readonly as: ObjectForm }
  | { readonly is: 'partial'; readonly fields: readonly Field[] }
  | { readonly is: 'union'; readonly branches: readonly (readonly Field[])[] }
  | { readonly is: 'alias'; readonly of: Shape; readonly bounded: boolean }
  | { readonly is: 'box'; readonly of: Shape }
  | { readonly is: 'nullable'; readonly of: Shape }
  | { readonly is: 'reference' };

type ObjectForm = 'literal' | 'interface' | 'class' | 'extends' | 'intersection';

interface Field {
  readonly name: string;
  readonly shape: Shape;
  readonly presence: 'required' | 'optional' | 'default';
  readonly described: boolean;
  readonly bounded: boolean;
}

type Json = Record<string, any>;

const intOrString = { anyOf: [{ type: 'integer' }, { type: 'string' }], 'x-kubernetes-int-or-string': true };
const scalars = {
  string: { type: 'string' },
  boolean: { type: 'boolean' },
  Int32: { type: 'integer', format: 'int32' },
  Int64: { type: 'integer', format: 'int64' },
  Integer: { type: 'integer' },
  JsonNumber: { type: 'number' },
  Double: { type: 'number', format: 'double' },
  Time: { type: 'string', format: 'date-time' },
  Bytes: { type: 'string', format: 'byte' },
  Duration: { type: 'string' },
  IntOrString: intOrString,
  Json: { 'x-kubernetes-preserve-unknown-fields': true },
  RawExtension: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
} as const;

/** The imports that a source needs for the types outside of `@operator-gen/runtime/api`. */
export const randomTypeImports = "import type { LocalObjectReference } from '@operator-gen/runtime/k8s/core/v1';";

// Names that JavaScript, CEL or YAML would take for something else are among them.
const names = fc.constantFrom(
  ...['name', 'size', 'x-y', 'a.b', '$ref', '__proto__', 'toString', 'in', 'namespace', 'null', 'on', '1st', '_a', 'é'],
);
const { shape } = fc.letrec<{ shape: Shape; fields: readonly Field[] }>((tie) => ({
  fields: fc.uniqueArray(
    fc.record<Field>({
      name: names,
      shape: tie('shape'),
      presence: fc.constantFrom('required', 'optional', 'default'),
      described: fc.boolean(),
      bounded: fc.boolean(),
    }),
    { selector: ({ name }) => name, minLength: 1, maxLength: 4 },
  ),
  shape: fc.oneof(
    { maxDepth: 4, depthSize: 'small', withCrossShrink: true },
    fc.record({ is: fc.constant('scalar' as const), name: fc.constantFrom(...typedKeys(scalars)) }),
    fc.record({
      is: fc.constant('literals' as const),
      values: fc.oneof(
        fc.uniqueArray(fc.constantFrom('a', 'B c', 'd"e', "f'g", '', 'no', '1', 'ü'), { minLength: 1, maxLength: 4 }),
        fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { minLength: 1, maxLength: 4 }),
      ),
      as: fc.constantFrom('union', 'enum'),
    }),
    fc.record({ is: fc.constant('reference' as const) }),
    fc.record({
      is: fc.constant('list' as const),
      of: tie('shape'),
      as: fc.constantFrom('brackets', 'Array', 'readonly'),
    }),
    fc.record({ is: fc.constant('record' as const), of: tie('shape'), as: fc.constantFrom('Record', 'index') }),
    fc.record({
      is: fc.constant('object' as const),
      fields: tie('fields'),
      as: fc.constantFrom('literal', 'interface', 'class', 'extends', 'intersection'),
    }),
    fc.record({ is: fc.constant('partial' as const), fields: tie('fields') }),
    fc.record({
      is: fc.constant('union' as const),
      branches: fc.array(tie('fields'), { minLength: 2, maxLength: 3 }),
    }),
    fc.record({ is: fc.constant('alias' as const), of: tie('shape'), bounded: fc.boolean() }),
    fc.record({ is: fc.constant('box' as const), of: tie('shape') }),
    fc.record({ is: fc.constant('nullable' as const), of: tie('shape') }),
  ) as fc.Arbitrary<Shape>,
}));

/** Types as users write them, with the whole vocabulary. */
export const randomShapes: fc.Arbitrary<Shape> = shape;

/** Returns the type expression of a shape, and the declarations that it needs. */
export function sourceOf(of: Shape): { readonly type: string; readonly declarations: string } {
  const declarations: string[] = ['/** Text of Box. */\ninterface Box<T> { value: T }'];
  const fresh = (text: (name: string) => string, at = declarations.length): string => {
    const name = `Type${at}`;
    declarations[at] = `/** Text of ${name}. */\n${text(name)}`;
    return name;
  };
  const type = write(of);
  return { type, declarations: declarations.join('\n') };

  function write(each: Shape): string {
    switch (each.is) {
      case 'scalar':
        return each.name;
      case 'reference':
        return 'LocalObjectReference';
      case 'literals':
        if (each.as === 'union') return each.values.map((value) => JSON.stringify(value)).join(' | ');
        return fresh(
          (name) =>
            `enum ${name} { ${each.values.map((value, index) => `M${index} = ${JSON.stringify(value)}`).join(', ')} }`,
        );
      case 'list':
        if (each.as === 'Array') return `Array<${write(each.of)}>`;
        return `${each.as === 'readonly' ? 'readonly ' : ''}(${write(each.of)})[]`;
      case 'record':
        return each.as === 'Record' ? `Record<string, ${write(each.of)}>` : `{ [key: string]: ${write(each.of)} }`;
      case 'object':
        return writeObject(each.fields, each.as);
      case 'partial':
        return `Partial<${writeObject(each.fields, 'interface')}>`;
      case 'union':
        return each.branches
          .map((fields, index) => `{ kind: 'k${index}'; ${members(branchFields(fields, index), false)} }`)
          .join(' | ');
      case 'alias': {
        const inner = write(each.of);
        const tags = each.bounded ? Object.entries(lowerBounds(schemaOf(each.of))) : [];
        const comment =
          tags.length === 0 ? '' : `/** Text.\n${tags.map(([tag, value]) => ` * @${tag} ${value}`).join('\n')} */\n`;
        // Of two comments the nearer one counts.
        return fresh((name) => `${comment.replace('Text.', `Text of ${name}.`)}type ${name} = ${inner};`);
      }
      case 'box':
        return `Box<${write(each.of)}>`;
      case 'nullable':
        return `(${write(each.of)}) | null`;
    }
  }

  function writeObject(fields: readonly Field[], as: ObjectForm): string {
    const [first, ...others] = fields;
    switch (as) {
      case 'literal':
        return `{ ${members(fields, false)} }`;
      case 'interface':
        return declare((name) => `interface ${name} { ${members(fields, false)} }`);
      case 'class':
        return declare((name) => `class ${name} { ${members(fields, true)} }`);
      case 'extends': {
        const base = declare((name) => `class ${name} { ${members([first!], true)} }`);
        return declare((name) => `class ${name} extends ${base} { ${members(others, true)} }`);
      }
      case 'intersection':
        return `{ ${members([first!], false)} } & { ${members(others, false)} }`;
    }
  }

  /** Inner types are written first, so that a declaration never takes the number of one that it contains. */
  function declare(text: (name: string) => string): string {
    const body = text('$NAME');
    return fresh((name) => body.replace('$NAME', name));
  }

  function members(fields: readonly Field[], inClass: boolean): string {
    return fields.map((field) => member(field, inClass)).join('\n');
  }

  function member({ name, shape: inner, presence, described, bounded }: Field, inClass: boolean): string {
    const bounds = bounded ? Object.entries(upperBounds(schemaOf(inner))) : [];
    const value = inClass && presence === 'default' ? defaultOf(inner) : undefined;
    const mark = presence === 'required' ? (inClass ? '!' : '') : '?';
    const tags = inClass ? [] : bounds.map(([tag, bound]) => ` * @${tag} ${bound}\n`);
    const decorators = inClass
      ? bounds.map(([tag, bound]) => `@${tag[0]!.toUpperCase()}${tag.slice(1)}(${bound}) `)
      : [];
    const comment =
      described || tags.length > 0 ? `/**${described ? ` Text of a field.` : ''}\n${tags.join('')} */\n` : '';
    const assigned = value === undefined ? `${mark}: ${write(inner)}` : `: ${write(inner)} = ${JSON.stringify(value)}`;
    return `${comment}${decorators.join('')}${JSON.stringify(name)}${assigned};`;
  }
}

/**
 * Returns the fields of one branch under names that no other branch has and that CEL can express, because other names
 * are rejected there.
 */
function branchFields(fields: readonly Field[], index: number): readonly Field[] {
  return fields.map((field) => {
    const name = celPath(field.name) === undefined ? `odd${field.name.codePointAt(0)}` : field.name;
    return { ...field, name: `${name}${index}` };
  });
}

/** Returns the schema of a shape as it must be in the CRD; `Text of Type` represents the description of any declared type. */
export function schemaOf(of: Shape): Json {
  switch (of.is) {
    case 'scalar':
      return { ...scalars[of.name] };
    case 'reference':
      return {
        type: 'object',
        properties: { name: { type: 'string', default: '' } },
        'x-kubernetes-map-type': 'atomic',
      };
    case 'literals': {
      const type = typeof of.values[0] === 'string' ? 'string' : 'integer';
      return { type, enum: [...of.values], ...(of.as === 'enum' ? { description: 'Text of Type.' } : {}) };
    }
    case 'list':
      return { type: 'array', items: schemaOf(of.of) };
    case 'record':
      return { type: 'object', additionalProperties: schemaOf(of.of) };
    case 'object': {
      const isNamed = of.as !== 'literal' && of.as !== 'intersection';
      const inClass = of.as === 'class' || of.as === 'extends';
      return { ...objectSchema(of.fields, inClass), ...(isNamed ? { description: 'Text of Type.' } : {}) };
    }
    case 'partial': {
      const { required: _, ...rest } = objectSchema(of.fields, false);
      return { ...rest, description: 'Text of Type.' };
    }
    case 'union':
      return unionSchema(of.branches.map(branchFields));
    case 'alias': {
      const inner = schemaOf(of.of);
      return { ...inner, ...(of.bounded ? lowerBounds(inner) : {}), description: 'Text of Type.' };
    }
    case 'box':
      return {
        type: 'object',
        properties: { value: schemaOf(of.of) },
        required: ['value'],
        description: 'Text of Type.',
      };
    case 'nullable': {
      // The API server accepts no null in addition to an enum.
      const { enum: values, ...inner } = schemaOf(of.of);
      return { ...inner, nullable: true, ...(values === undefined ? {} : { allOf: [{ enum: values }] }) };
    }
  }
}

function objectSchema(fields: readonly Field[], inClass: boolean): Json {
  const required = fields.filter(({ presence }) => presence === 'required').map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field, inClass)])),
    ...(required.length > 0 ? { required: required.toSorted() } : {}),
  };
}

function fieldSchema({ shape: inner, presence, described, bounded }: Field, inClass: boolean): Json {
  const own = schemaOf(inner);
  const value = inClass && presence === 'default' ? defaultOf(inner) : undefined;
  return {
    ...own,
    ...(bounded ? upperBounds(own) : {}),
    ...(described ? { description: 'Text of a field.' } : {}),
    ...(value === undefined ? {} : { default: value }),
  };
}

function unionSchema(branches: readonly (readonly Field[])[]): Json {
  const rules = branches.flatMap((fields, index) =>
    fields.flatMap(({ name, shape: inner, presence }) => {
      const path = celPath(name);
      if (path === undefined || !isTyped(inner)) return [];
      const only = {
        rule: `!has(${path}) || self.kind == "k${index}"`,
        message: `${name} may only be set when kind is k${index}`,
      };
      const needed = {
        rule: `has(${path}) || !(self.kind == "k${index}")`,
        message: `${name} is required when kind is k${index}`,
      };
      return presence === 'required' ? [only, needed] : [only];
    }),
  );
  return {
    type: 'object',
    properties: {
      kind: { type: 'string', enum: branches.map((_, index) => `k${index}`) },
      ...objectSchema(branches.flat(), false).properties,
    },
    required: ['kind'],
    ...(rules.length > 0 ? { 'x-kubernetes-validations': rules } : {}),
  };
}

/** Returns a name of the vocabulary, with a number after it, as written in CEL. */
function celPath(name: string): string | undefined {
  if (/^[$1é]/.test(name)) return undefined;
  return `self.${name.replaceAll('__', '__underscores__').replaceAll('.', '__dot__').replaceAll('-', '__dash__')}`;
}

/** Reports whether every value in a shape has a type, because CEL supports no others. */
function isTyped(of: Shape): boolean {
  if (of.is === 'scalar') return of.name !== 'Json';
  return of.is === 'list' || of.is === 'record' || of.is === 'alias' || of.is === 'nullable' ? isTyped(of.of) : true;
}

function lowerBounds({ type, enum: values, allOf, additionalProperties }: Json): Json {
  // An enum that may be null has its values in `allOf`.
  if (values !== undefined || allOf !== undefined) return {};
  if (type === 'integer') return { minimum: 3 };
  if (type === 'array') return { minItems: 1 };
  return additionalProperties === undefined ? {} : { minProperties: 1 };
}

function upperBounds({ type, enum: values, allOf, format, additionalProperties }: Json): Json {
  if (values !== undefined || allOf !== undefined) return {};
  if (type === 'integer') return { maximum: 9 };
  if (type === 'string' && format === undefined) return { maxLength: 20 };
  if (type === 'array') return { maxItems: 5 };
  return additionalProperties === undefined ? {} : { maxProperties: 5 };
}

/** Returns a default within all bounds; undefined if the shape has none. */
function defaultOf(of: Shape): unknown {
  if (of.is === 'literals') return of.as === 'union' ? of.values[0] : undefined;
  if (of.is === 'alias' || of.is === 'nullable') return of.of.is === 'scalar' ? defaultOf(of.of) : undefined;
  if (of.is !== 'scalar') return undefined;
  return {
    string: 'abc',
    boolean: false,
    Int32: 5,
    Int64: 7,
    Integer: 9,
    JsonNumber: 1.5,
    Double: 0.5,
    Duration: '1h',
    IntOrString: '5%',
  }[of.name as string];
}

function typedKeys<K extends string>(of: Readonly<Record<K, unknown>>): readonly K[] {
  return Object.keys(of) as K[];
}
