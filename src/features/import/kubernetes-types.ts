import { objectAt } from '../../base/model/json-at.js';
import { analyze } from '../../language/analyze/analyze.js';
import { emitSchema } from '../../output/emit/schema.js';
import { disk } from '../../base/io/disk.js';
import { runtimeDeclarations } from '../../base/io/runtime-declarations.js';
import type { JsonObject } from '../../base/model/schema.js';
import { Shapes } from './shapes.js';
import type { KubernetesType } from './source.js';
import type { KubernetesTypes } from './types.js';

/** The modules with types that kinds use, in order of preference. */
const modules = [
  'core/v1',
  'meta/v1',
  'apps/v1',
  'batch/v1',
  'networking/v1',
  'rbac/v1',
  'autoscaling/v2',
  'policy/v1',
  'storage/v1',
] as const;

const root = '/kubernetes-types';

interface Found {
  readonly type: KubernetesType;
  readonly schema: JsonObject;
}

/** All types by the shapes of their schemas. */
interface TypesByShape {
  readonly shapes: Shapes;
  readonly known: ReadonlyMap<string, readonly Found[]>;
}

// The same for all projects.
let allTypes: readonly Found[] | undefined;
const tables = new Map<boolean, TypesByShape>();

/** Returns the table of types with or without their descriptions, which is created on first use. */
function typesByShape(withDescriptions: boolean): TypesByShape {
  const made = tables.get(withDescriptions);
  if (made !== undefined) return made;
  const shapes = new Shapes(withDescriptions);
  const known = new Map<string, Found[]>();
  allTypes ??= [...allSchemas()];
  for (const each of allTypes) {
    const shape = shapes.of(each.schema);
    known.set(shape, [...(known.get(shape) ?? []), each]);
  }
  const table = { shapes, known };
  tables.set(withDescriptions, table);
  return table;
}

/**
 * Returns a function that finds the Kubernetes type for a schema: the type for which the generator writes the same
 * schema.
 * @param withDescriptions whether the descriptions must match as well
 */
export function kubernetesTypes(withDescriptions: boolean): KubernetesTypes {
  const { shapes, known } = typesByShape(withDescriptions);
  return (schema, { path, isField }) => {
    // A type with one field is too unspecific to be recognized without its description.
    const fields = Object.keys(objectAt(schema, 'properties')).length;
    if (fields < (withDescriptions ? 1 : 2)) return undefined;
    // The description of a field replaces that of its type.
    const isDescribed = (each: Found): boolean =>
      !withDescriptions ||
      (isField && schema['description'] !== undefined) ||
      each.schema['description'] === schema['description'];
    const found = known.get(shapes.of(schema))?.filter(isDescribed) ?? [];
    return found.length === 0
      ? undefined
      : closest(
          found.map(({ type }) => type),
          path,
        );
  };
}

/** Returns the type whose name has the most in common with the place where it is used. */
function closest(types: readonly KubernetesType[], path: readonly string[]): KubernetesType {
  const words = path.slice(-2).flatMap(wordsOf);
  const score = ({ name }: KubernetesType): number => wordsOf(name).filter((each) => words.includes(each)).length;
  return types.reduce((best, each) => (score(each) > score(best) ? each : best));
}

function wordsOf(name: string): readonly string[] {
  return name.split(/(?<=[a-z0-9])(?=[A-Z])/).map((each) => each.toLowerCase().replace(/s$/, ''));
}

/** Yields the schemas of all types of Kubernetes that are not kinds. */
function* allSchemas(): Generator<Found> {
  const runtime = runtimeDeclarations();
  const sources = modules.map((module) => ({
    path: `${root}/src/${module}.types.ts`,
    text: sourceOf(module, namesIn(disk.read(`${runtime}/k8s/${module}.d.ts`) ?? '')),
  }));
  const { model } = analyze({ root, sources, runtime, read: (path) => disk.read(path), realpath: (path) => path });
  for (const { kind, versions } of model.kinds.toSorted((one, other) => (one.kind < other.kind ? -1 : 1))) {
    const module = modules[Number(kind.slice(1))]!;
    for (const { name, schema } of versions[0]!.schema.properties ?? []) {
      yield { type: { module, name }, schema: emitSchema(schema) as JsonObject };
    }
  }
}

/** Returns the names of the interfaces in a module that are neither kinds nor lists of them. */
function namesIn(text: string): readonly string[] {
  const kinds = new Set([...text.matchAll(/^export declare const (\w+):/gm)].map(([, name]) => name!));
  const names = [...text.matchAll(/^export interface (\w+)/gm)].map(([, name]) => name!);
  return names.filter((name) => !kinds.has(name) && !name.endsWith('List'));
}

/** Returns a kind with one field for each of the given types. */
function sourceOf(module: (typeof modules)[number], names: readonly string[]): string {
  const kind = `M${modules.indexOf(module)}`;
  return `import { CustomResource, Resource } from '@operator-gen/runtime/api';
import type * as types from '@operator-gen/runtime/k8s/${module}';
@Resource({ group: 'types.example.com', version: 'v1' }, { plural: '${kind.toLowerCase()}' })
export class ${kind} extends CustomResource {
${names.map((name) => `  ${name}?: types.${name};`).join('\n')}
}
`;
}
