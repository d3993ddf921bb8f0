import { facts } from '../overlay/facts.js';
import { modelNames, type Place } from './place-models.js';
import type { ResourceKind } from './read-kinds.js';
import type { Model, ModelField } from './read-models.js';

export interface PrintInput {
  readonly models: ReadonlyMap<string, Model>;
  readonly places: ReadonlyMap<string, Place>;
  readonly kinds: readonly ResourceKind[];
}

const scalars = [
  'Bytes',
  'Double',
  'Int32',
  'Int64',
  'IntOrString',
  'Json',
  'MicroTime',
  'Quantity',
  'RawExtension',
  'Time',
];

/** The text of every file, by `<folder>/<version>`. */
export function printFiles(input: PrintInput): ReadonlyMap<string, string> {
  refuseStrayFacts(input);
  const files = new Map<string, [string, Place][]>();
  for (const [model, place] of input.places) {
    if (place.name === 'MicroTime') continue;
    const file = fileOf(place);
    files.set(file, [...(files.get(file) ?? []), [model, place]]);
  }
  return new Map([...files].map(([file, members]) => [file, printFile(file, members, input)]));
}

/** A fact about something that is not there was meant for something that is, or is out of date. */
function refuseStrayFacts({ models, places }: PrintInput): void {
  const names = new Set(
    [...places].flatMap(([model, place]) => {
      const type = `${fileOf(place)}.${place.name}`;
      return [type, ...models.get(model)!.fields.map(({ name }) => `${type}.${name}`)];
    }),
  );
  const stray = [...facts.keys()].filter((name) => !names.has(name));
  if (stray.length > 0) throw new Error(`runtime/overlay has facts about what is not declared: ${stray.join(', ')}`);
}

function fileOf({ folder, version }: Place): string {
  return `${folder}/${version}`;
}

function printFile(file: string, members: readonly [string, Place][], input: PrintInput): string {
  const sorted = members.toSorted(([, one], [, other]) => (one.name < other.name ? -1 : 1));
  const imports = new Map<string, Set<string>>();
  const bodies = sorted.map(([model, place]) => printModel(input.models.get(model)!, place, input, imports));
  const body = bodies.join('\n');
  const used = scalars.filter((name) =>
    new RegExp(`(?<![\\w.'])${name}(?![\\w'])`).test(body.replaceAll(/\/\*\*[\s\S]*?\*\//g, '')),
  );
  const lines = [
    '// Generated from the declarations of @kubernetes/client-node and runtime/overlay; changes made here are lost.',
    ...(body.includes('defineResource')
      ? ["import { defineResource, type KindHandle } from '../../api/resource.js';"]
      : []),
    ...(used.length > 0 ? [`import type { ${used.join(', ')} } from '../../api/scalars.js';`] : []),
    ...[...imports]
      .filter(([from]) => from !== file)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([from]) => `import type * as ${namespaceOf(from)} from '../${from}.js';`),
  ];
  return `${lines.join('\n')}\n\n${body}`;
}

function printModel(model: Model, place: Place, input: PrintInput, imports: Map<string, Set<string>>): string {
  const kind = input.kinds.find((each) => each.model === model.name);
  const fields = model.fields.map((field) => printField(field, place, kind !== undefined, input, imports));
  const handle = kind === undefined ? '' : printHandle(kind, place);
  const tags = facts.get(`${fileOf(place)}.${place.name}`)?.tags ?? [];
  return `${docComment(model.description, tags, '')}export interface ${place.name} {\n${fields.join('')}}\n${handle}`;
}

function printField(
  field: ModelField,
  place: Place,
  ofKind: boolean,
  input: PrintInput,
  imports: Map<string, Set<string>>,
): string {
  const known = facts.get(`${fileOf(place)}.${place.name}.${field.name}`);
  const type = known?.type ?? typeText(field, place, input, imports);
  const mayLack = field.optional && !known?.required;
  // Whoever reads an object of a kind finds metadata in it; whoever writes one may leave it out.
  const isRead = ofKind && field.name === 'metadata';
  const tags = [...(known?.tags ?? []), ...(mayLack && isRead ? ['@optional'] : [])];
  // What another object, or a request, says of where it is can be handed on, also where TypeScript is told that what may be
  // absent is not undefined (`exactOptionalPropertyTypes`).
  const name = /^[A-Za-z_]\w*$/.test(field.name) ? field.name : `'${field.name}'`;
  const isKey =
    fileOf(place) === 'meta/v1' && place.name === 'ObjectMeta' && ['name', 'namespace'].includes(field.name);
  const written = isKey ? `${type} | undefined` : type;
  return `${docComment(field.description, tags, '  ')}  ${name}${mayLack && !isRead ? '?' : ''}: ${written};\n`;
}

function typeText(
  { type, format }: ModelField,
  place: Place,
  { places }: PrintInput,
  imports: Map<string, Set<string>>,
): string {
  let text = type
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\{ \[key: string\]: (.+?); \}/g, 'Record<string, $1>')
    .replaceAll(/\bDate\b/g, 'Time')
    .replaceAll(/\bV1MicroTime\b/g, 'MicroTime')
    .replaceAll(/\b(any|object)\b/g, 'Json')
    .replaceAll(
      /\bnumber\b/g,
      { int32: 'Int32', int64: 'Int64' }[format] ?? (type.includes('Array<number>') ? 'Int32' : 'Double'),
    );
  if (format === 'byte')
    text = text.replaceAll(/\bstring\b/g, (word, at: number) =>
      text.slice(at - 7, at) === 'Record<' ? word : 'Bytes',
    );
  for (const name of modelNames(text)) {
    const target = places.get(name);
    if (target === undefined) continue;
    const file = fileOf(target);
    const local = file === fileOf(place);
    if (!local) imports.set(file, (imports.get(file) ?? new Set()).add(target.name));
    text = text.replaceAll(
      new RegExp(`\\b${name}\\b`, 'g'),
      local ? target.name : `${namespaceOf(file)}.${target.name}`,
    );
  }
  return text.replaceAll(/Array<([^<>]+)>/g, '$1[]');
}

/** Other files are imported whole under this name, so that two types of one name never meet. */
function namespaceOf(file: string): string {
  return file.replaceAll(/\/v/g, 'V').replaceAll(/[^A-Za-z0-9]/g, '');
}

function printHandle(kind: ResourceKind, place: Place): string {
  const scope = kind.namespaced ? 'Namespaced' : 'Cluster';
  return `
export const ${place.name}: KindHandle<${place.name}> = /* @__PURE__ */ defineResource<${place.name}>({
  group: '${kind.group}',
  version: '${kind.version}',
  kind: '${place.name}',
  plural: '${kind.plural}',
  scope: '${scope}',
});
`;
}

/** A doc comment. Upstream's own text may not end it, and a line of it may not look like one of our tags. */
function docComment(description: string, tags: readonly string[], indent: string): string {
  const text = description.replaceAll('*/', '*\\/').replaceAll(/^(\s*)@/gm, '$1\\@');
  // In a tag it can only stand inside a text, where an escape says the same.
  const safeTags = tags.map((tag) => tag.replaceAll('*/', '*\\u002f'));
  const lines = [...(text === '' ? [] : text.split('\n')), ...safeTags];
  if (lines.length === 0) return '';
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}
