import type { JsonObject, JsonValue } from '../../src/base/model/schema.js';
import { csvTypes } from '../../src/features/olm/csv-types.js';

/** A ClusterServiceVersion with one value, of the type of its field or of another type. */
export interface CsvValue {
  /** The path of the value and the value, for messages. */
  readonly name: string;
  readonly csv: JsonObject;
  readonly isValid: boolean;
}

interface Values {
  readonly valid: readonly JsonValue[];
  readonly invalid: readonly JsonValue[];
}

/** Values of each type without fields, and values of other types. */
const scalars: Readonly<Record<string, Values>> = {
  any: { valid: ['x', 1.5, true, [], {}, null], invalid: [] },
  string: { valid: ['x', '', '1', null], invalid: [1, 0.2, true, [], {}] },
  bool: { valid: [true, false, null], invalid: ['yes', 'true', 1, 0, [], {}] },
  int32: { valid: [0, -1, 2 ** 31 - 1, -(2 ** 31), null], invalid: ['1', 1.5, 2 ** 31, -(2 ** 31) - 1, true, [], {}] },
  int64: { valid: [0, -1, 2 ** 31, 2 ** 53, null], invalid: ['1', 1.5, 2 ** 63, true, [], {}] },
  intOrString: { valid: ['http', '80%', 80, '', null], invalid: [1.5, 2 ** 31, true, [], {}] },
  quantity: { valid: ['10m', '64Mi', ' 1 ', 1, 0.5, '1e3', null], invalid: ['x', '', '64MiB', true, [], {}] },
  time: {
    valid: ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.5+02:00', null],
    invalid: ['2026-01-31', '2026-02-30T12:00:00Z', '2026-01-31t12:00:00z', 'now', '', 1, true, [], {}],
  },
  version: { valid: ['0.1.0', 'v1', '1.2.3-a+b'], invalid: ['new', '', 0.1, true, [], {}, null] },
  release: { valid: ['1', 'a.2', '0'], invalid: ['01', '', 'a..b', 'a_b', 1, true, [], {}, null] },
};

function valuesOf(type: string): Values {
  const scalar = scalars[type];
  if (scalar !== undefined) return scalar;
  if (type.startsWith('[]')) {
    const { valid, invalid } = valuesOf(type.slice('[]'.length));
    const lists = (values: readonly JsonValue[]) => values.map((each) => [each]);
    return { valid: [[], null, ...lists(valid)], invalid: ['x', 1, true, {}, ...lists(invalid)] };
  }
  if (type.startsWith('map[]')) {
    const { valid, invalid } = valuesOf(type.slice('map[]'.length));
    const maps = (values: readonly JsonValue[]) => values.map((each) => ({ key: each }));
    return { valid: [{}, null, ...maps(valid)], invalid: ['x', 1, true, [], ...maps(invalid)] };
  }
  return { valid: [{}, { unknown: 1 }, null], invalid: ['x', 1, true, []] };
}

type Path = readonly (string | 0)[];

/** Returns one path to each type with fields. */
function pathsOfTypes(): ReadonlyMap<string, Path> {
  const paths = new Map<string, Path>([['ClusterServiceVersion', []]]);
  for (const [name, path] of paths) {
    for (const [field, type] of Object.entries(csvTypes[name]!)) {
      const inner = type.replace(/^(?:\[\]|map\[\])*/, '');
      if (!Object.hasOwn(csvTypes, inner) || paths.has(inner)) continue;
      const levels = [...type.matchAll(/map\[\]|\[\]/g)].map(([level]) => (level === '[]' ? 0 : 'key'));
      paths.set(inner, [...path, field, ...levels]);
    }
  }
  return paths;
}

function objectWith([first, ...rest]: Path, value: JsonValue): JsonValue {
  if (first === undefined) return value;
  const inner = objectWith(rest, value);
  return first === 0 ? [inner] : { [first]: inner };
}

/** Returns ClusterServiceVersions with values for each field of each type. */
export function csvValues(): readonly CsvValue[] {
  return [...pathsOfTypes()].flatMap(([name, path]) =>
    Object.entries(csvTypes[name]!).flatMap(([field, type]) => {
      const { valid, invalid } = valuesOf(type);
      const caseOf = (value: JsonValue, isValid: boolean): CsvValue => ({
        name: `${[...path, field].join('.')}: ${JSON.stringify(value)}`,
        csv: objectWith([...path, field], value) as JsonObject,
        isValid,
      });
      return [...valid.map((each) => caseOf(each, true)), ...invalid.map((each) => caseOf(each, false))];
    }),
  );
}
