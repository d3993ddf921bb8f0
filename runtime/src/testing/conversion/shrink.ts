import { isObject, type JsonValue } from '../values/schema.js';
import type { Path } from './differences.js';

const passes = 6;

/**
 * Returns a smaller value that still `fails`: removes parts and simplifies strings and numbers, from the outside in,
 * until nothing more can be removed.
 */
export async function shrink(value: JsonValue, fails: (value: JsonValue) => Promise<boolean>): Promise<JsonValue> {
  let best = value;
  for (let pass = 0, smaller = true; smaller && pass < passes; pass += 1) {
    smaller = false;
    for (const path of pathsIn(best)) {
      for (const candidate of plainer(best, path)) {
        if (!(await fails(candidate))) continue;
        best = candidate;
        smaller = true;
        break;
      }
    }
  }
  return best;
}

/** Returns the outer paths first, and the last items of a list first, so that the indexes of the others stay valid. */
function pathsIn(value: JsonValue): Path[] {
  const found: Path[] = [];
  let level: Path[] = childrenOf(value, []);
  while (level.length > 0) {
    found.push(...level);
    level = level.flatMap((path) => childrenOf(partOf(value, path), path));
  }
  return found;
}

function childrenOf(value: JsonValue | undefined, path: Path): Path[] {
  if (Array.isArray(value)) return value.map((_, index) => [...path, index]).toReversed();
  return isObject(value) ? Object.keys(value).map((key) => [...path, key]) : [];
}

function partOf(value: JsonValue | undefined, path: Path): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (part, key) =>
      typeof part === 'object' && part !== null && Object.hasOwn(part, key) ? (part as never)[key] : undefined,
    value,
  );
}

/** Returns the value with one part removed or simplified; nothing if an earlier step has removed the part. */
function plainer(value: JsonValue, path: Path): JsonValue[] {
  const part = partOf(value, path);
  if (part === undefined) return [];
  return [undefined, ...plainerParts(part)].map((each) => replaced(value, path, each));
}

function plainerParts(part: JsonValue): JsonValue[] {
  const all: JsonValue[] = Array.isArray(part) ? [[]] : isObject(part) ? [{}] : [];
  if (typeof part === 'string') all.push('', 'a', part.slice(0, part.length >> 1), part.slice(0, -1));
  if (typeof part === 'number') all.push(0, 1, Math.trunc(part / 2), Math.trunc(part));
  if (part === true) all.push(false);
  // Avoids endless attempts with values that are not simpler.
  return all.filter((each) => sizeOf(each) < sizeOf(part));
}

function sizeOf(value: JsonValue): number {
  if (typeof value === 'number') return Math.abs(value) + (Number.isInteger(value) ? 0 : 1);
  return value === true ? 1 : value === false ? 0 : JSON.stringify(value).length;
}

function replaced(value: JsonValue, [key, ...path]: Path, part: JsonValue | undefined): JsonValue {
  if (key === undefined) return part ?? null;
  const gone = path.length === 0 && part === undefined;
  if (Array.isArray(value)) {
    return gone
      ? value.toSpliced(key as number, 1)
      : value.with(key as number, replaced(value[key as number]!, path, part));
  }
  const entries = Object.entries(value as object) as [string, JsonValue][];
  return Object.fromEntries(
    entries.flatMap(([name, each]) =>
      name !== key ? [[name, each]] : gone ? [] : [[name, replaced(each, path, part)]],
    ),
  );
}
