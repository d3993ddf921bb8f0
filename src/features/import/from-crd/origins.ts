import { posix } from 'node:path';
import type { OriginOf } from '../../../base/diagnostics/unwritten-positions.js';
import { objectAt, objectsAt } from '../../../base/model/json-at.js';
import { isObject, type JsonValue } from '../../../base/model/schema.js';
import { typesFile } from '../../../project/paths.js';
import type { Project } from '../../../project/project.js';
import type { Wanted } from './resources.js';
import type { ReadDefinitions } from './source.js';

type Path = readonly (string | number)[];

/** Returns the positions in CRDs from which types were generated: the same text, or the version. */
export function definitionOrigins(
  project: Project,
  wanted: readonly Wanted[],
  positionOf: ReadDefinitions['positionOf'],
): OriginOf {
  return ({ position: { file, line, column }, text, message }) => {
    const found = wantedIn(project, wanted, file);
    if (found === undefined) return undefined;
    const { object } = found.crd;
    const isNamed = (literal: string): number => (message.includes(literal) ? 0 : 1);
    const literals = literalsIn(text.split('\n')[line - 1]?.slice(column - 1) ?? '').toSorted(
      (one, other) => isNamed(one) - isNamed(other),
    );
    const path = literals.map((each) => pathOf(found, each)).find((each) => each !== undefined);
    return positionOf(object, 'spec', ...(path ?? ['versions', found.version.index, 'name']));
  };
}

/** Returns the version that a file with types belongs to: that of its kind, or any one if several versions share it. */
function wantedIn(project: Project, wanted: readonly Wanted[], file: string): Wanted | undefined {
  const typesOf = ({ resource }: Wanted): string =>
    posix.normalize(resource.origin?.path ?? typesFile(resource, project));
  const inFolder = wanted.filter((each) => posix.dirname(typesOf(each)) === posix.dirname(file));
  const isOf = ({ resource: { kind } }: Wanted): boolean =>
    posix.basename(file).startsWith(`${kind.toLowerCase()}.`) && file.endsWith('.types.ts');
  return inFolder.find(isOf) ?? (file.endsWith('.types.ts') ? inFolder[0] : undefined);
}

/** Returns the string literals in a line of code, from the first one. */
function literalsIn(code: string): readonly string[] {
  return [...code.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g)].map(([, one, other]) =>
    (one ?? other ?? '').replaceAll(/\\(.)/g, '$1'),
  );
}

/** Returns the path in `spec` of a CRD that has a text: in its names, or in the version. */
function pathOf({ crd: { object }, version: { index } }: Wanted, text: string): Path | undefined {
  if (text === '') return undefined;
  const spec = objectAt(object, 'spec');
  return (
    pathIn(objectAt(spec, 'names'), text, ['names']) ??
    pathIn(objectsAt(spec, 'versions')[index] ?? {}, text, ['versions', index])
  );
}

function pathIn(value: JsonValue, text: string, path: Path): Path | undefined {
  const open: (readonly [JsonValue, Path])[] = [[value, path]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [each, at] = next;
    if (each === text) return at;
    if (Array.isArray(each))
      open.push(...(each as readonly JsonValue[]).map((item, index) => [item, [...at, index]] as const).toReversed());
    else if (each !== null && isObject(each))
      open.push(
        ...Object.entries(each)
          .map(([key, inner]) => [inner, [...at, key]] as const)
          .toReversed(),
      );
  }
  return undefined;
}
