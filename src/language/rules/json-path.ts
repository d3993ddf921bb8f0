import { fieldOf, type Schema } from '../../base/model/schema.js';

/** A step of a JSON path: to a field, or to items of a list, where a filter can name a field of the items. */
type Step = { readonly name: string } | { readonly filter: string };

const plainName = String.raw`(?:[\w/-]|\\.)+`;
const steps = new RegExp(
  [
    String.raw`\.(${plainName})`,
    String.raw`\[(?:'([^']*)'|"([^"]*)")\]`,
    String.raw`\[(?:-?\d+|\*)\]`,
    String.raw`\[\?\(@((?:\.${plainName})+)(?: *[=!<>]=? *(?:"[^"]*"|'[^']*'|[\w.-]+))?\)\]`,
  ].join('|'),
  'y',
);

/**
 * Returns the schema at a JSON path of kubectl; 'open' if it leads to something that the schema does not specify,
 * undefined if a field in the path does not exist, and 'unknown' for a path that only a server can evaluate.
 */
export function schemaAtJsonPath(root: Schema, path: string): Schema | 'open' | 'unknown' | undefined {
  const found = stepsOf(path);
  return found === undefined ? 'unknown' : walk(root, found);
}

function stepsOf(path: string): readonly Step[] | undefined {
  const found: Step[] = [];
  steps.lastIndex = 0;
  while (steps.lastIndex < path.length) {
    const match = steps.exec(path);
    if (match === null) return undefined;
    const [, plain, ...rest] = match;
    const [single, double, filter = ''] = rest as readonly (string | undefined)[];
    const name = plain === undefined ? (single ?? double) : unescaped(plain);
    found.push(name === undefined ? { filter } : { name });
  }
  return found;
}

function unescaped(name: string): string {
  return name.replaceAll(/\\(.)/g, '$1');
}

function walk(root: Schema, path: readonly Step[]): Schema | 'open' | undefined {
  let schema = root;
  for (const step of path) {
    if (isOpen(schema)) return 'open';
    const next = 'name' in step ? fieldOf(schema, step.name) : itemsOf(schema, step.filter);
    if (next === undefined) return schema.preserveUnknownFields || schema.embeddedResource ? 'open' : undefined;
    schema = next;
  }
  return schema;
}

/** Reports whether a schema specifies nothing about its value. */
function isOpen({ type, properties, items }: Schema): boolean {
  return type === undefined && properties === undefined && items === undefined;
}

/** Returns the items of a list, if they have the field that a filter names. */
function itemsOf({ type, items }: Schema, filter: string): Schema | undefined {
  if (type !== 'array' || items === undefined || filter === '') return type === 'array' ? items : undefined;
  return walk(items, stepsOf(filter) ?? []) === undefined ? undefined : items;
}
