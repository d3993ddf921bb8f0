import { hiddenCharacters, unicodeEscape } from '../../base/model/hidden-characters.js';
import type { JsonValue } from '../../base/model/schema.js';
import { importBeside, nameBeside } from '../../project/class-name.js';
import { docComment } from './description.js';
import { type Declaration, type KindInfo, type SourceField, type SourceMarker, type SourceType } from './source.js';

/** The names that the text of declarations uses, by the modules that export them. */
export interface Uses {
  /** The kind whose file contains the declarations. An import from the runtime with the same name is renamed there. */
  readonly kind: string;
  /** Markers of the runtime. */
  readonly markers: Set<string>;
  /** Types by their modules. */
  readonly types: Map<string, Set<string>>;
  readonly declarations: Set<Declaration>;
  /** Classes that are instantiated. */
  readonly instances: Set<Declaration>;
  hasKind: boolean;
}

/** Types of this project are decorated classes; those of external kinds are interfaces without markers. */
export type Style = 'classes' | 'interfaces';

export const runtimeApi = '@operator-gen/runtime/api';

export function noUses(kind: string): Uses {
  return { kind, markers: new Set(), types: new Map(), declarations: new Set(), instances: new Set(), hasKind: false };
}

/** Returns a declaration as TypeScript, and adds the names that it uses. */
export function printDeclaration(declaration: Declaration, uses: Uses, style: Style): string {
  const { name, description, markers, body } = declaration;
  const before = [
    ...comment(description),
    ...(style === 'classes' ? markers.map((each) => `@${printMarker(each, uses)}`) : []),
  ];
  if (body.is === 'alias') return [...before, `export type ${name} = ${printType(body.type, uses)};`].join('\n');
  const fields = body.fields.flatMap((field) => printField(field, uses, style).map((line) => `  ${line}`));
  return style === 'classes'
    ? [...before, `export class ${name}${baseOf(body.kind, uses)} {`, ...fields, '}'].join('\n')
    : [...before, ...interfaceOf(name, body.kind, fields, uses)].join('\n');
}

function baseOf(kind: KindInfo | undefined, uses: Uses): string {
  if (kind === undefined) return '';
  uses.hasKind = true;
  return ` extends ${usedValue('CustomResource', uses)}`;
}

function interfaceOf(
  name: string,
  kind: KindInfo | undefined,
  fields: readonly string[],
  uses: Uses,
): readonly string[] {
  if (kind === undefined) return [`export interface ${name} {`, ...fields, '}'];
  const define = usedValue('defineResource', uses);
  const [object, meta] = [used(runtimeApi, 'KubernetesObject', uses), used(runtimeApi, 'ObjectMeta', uses)];
  return [
    `export interface ${name} extends ${object} {`,
    `  metadata: ${meta};`,
    ...fields,
    '}',
    '',
    `export const ${name}: ${used(runtimeApi, 'KindHandle', uses)}<${name}> = ${define}<${name}>(${printValue({ ...kind })});`,
  ];
}

function comment(description: string | undefined): readonly string[] {
  return (description === undefined ? undefined : docComment(description)) ?? [];
}

function printField(field: SourceField, uses: Uses, style: Style): string[] {
  const { name, type, optional, description, markers } = field;
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : printValue(name);
  if (style === 'interfaces') {
    return [...comment(description), `${key}${field.absentOnWrite ? '?' : ''}: ${printType(type, uses)};`];
  }
  const value = initializerOf(field, uses);
  const sign = value !== '' ? '' : optional ? '?' : '!';
  return [
    ...comment(description),
    ...markers.map((each) => `@${printMarker(each, uses)}`),
    `${key}${sign}: ${printType(type, uses)}${value};`,
  ];
}

function initializerOf({ initializer, instanceOf }: SourceField, uses: Uses): string {
  if (instanceOf === undefined) return initializer === undefined ? '' : ` = ${printValue(initializer)}`;
  uses.instances.add(instanceOf);
  return ` = new ${instanceOf.name}()`;
}

function printMarker({ name, values, nested = [] }: SourceMarker, uses: Uses): string {
  const before = name === 'Resource' ? ['groupVersion'] : [];
  const given = [...before, ...values.map(printValue), ...nested.map((each) => printMarker(each, uses))];
  return `${usedValue(name, uses)}(${given.join(', ')})`;
}

/** Returns a JSON value as an expression. Prettier formats it. */
export function printValue(value: JsonValue): string {
  if (Array.isArray(value)) return `[${(value as readonly JsonValue[]).map(printValue).join(', ')}]`;
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 1e21)
    return BigInt(value).toString();
  if (typeof value === 'string') return printText(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, each]) => `${printKey(key)}: ${printValue(each)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

/** Returns a string literal in which all characters are visible. */
function printText(text: string): string {
  return JSON.stringify(text).replaceAll(hiddenCharacters, unicodeEscape);
}

/** Returns the key of an object literal. A plain `__proto__` would set the prototype. */
function printKey(key: string): string {
  return key === '__proto__' ? `['${key}']` : printText(key);
}

function printType(type: SourceType, uses: Uses): string {
  return type.nullable ? `${printPresent(type, uses)} | null` : printPresent(type, uses);
}

function printPresent(type: SourceType, uses: Uses): string {
  switch (type.is) {
    case 'plain':
      return type.name;
    case 'scalar':
      return used(runtimeApi, type.name, uses);
    case 'kubernetes':
      return used(moduleOf(type.type.module, type.type.name), type.type.name, uses);
    case 'literals':
      return type.values.map(printValue).join(' | ');
    case 'list': {
      const item = printType(type.of, uses);
      return type.of.nullable || (type.of.is === 'literals' && type.of.values.length > 1) ? `(${item})[]` : `${item}[]`;
    }
    case 'record':
      return uses.kind === 'Record'
        ? `{ [key: string]: ${printType(type.of, uses)} }`
        : `Record<string, ${printType(type.of, uses)}>`;
    case 'declared':
      uses.declarations.add(type.declaration);
      return type.declaration.name;
    case 'union':
      for (const each of type.members) uses.declarations.add(each);
      return type.members.map(({ name }) => name).join(' | ');
  }
}

function moduleOf(module: string, name: string): string {
  return module === 'meta/v1' && name === 'Condition' ? runtimeApi : `@operator-gen/runtime/k8s/${module}`;
}

function used(module: string, name: string, uses: Uses): string {
  const known = uses.types.get(module) ?? new Set();
  uses.types.set(module, known.add(importBeside(uses.kind, name)));
  return nameBeside(uses.kind, name);
}

/** Records the use of a marker or another value of the runtime, and returns its name in the file. */
function usedValue(name: string, uses: Uses): string {
  uses.markers.add(importBeside(uses.kind, name));
  return nameBeside(uses.kind, name);
}
