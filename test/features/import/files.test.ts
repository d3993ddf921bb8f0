import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/model/schema.js';
import { roundTrip } from '../../round-trip/round-trip.js';
import { definition, objectWith } from '../../support/definitions.js';

/** Returns an object with so many fields, each of which has a line of rules that is broken into several. */
function long(prefix: string, fields: number, others: Readonly<Record<string, JsonObject>> = {}): JsonObject {
  const rule = { rule: `self != '${'x'.repeat(60)}'`, message: `must not be ${'x'.repeat(60)}` };
  const names = Array.from({ length: fields }, (_, index) => `${prefix}${index}`);
  const field: JsonObject = { type: 'string', 'x-kubernetes-validations': [rule] };
  return objectWith({ ...Object.fromEntries(names.map((name) => [name, field])), ...others });
}

interface File {
  readonly lines: number;
  readonly declarations: number;
  readonly text: string;
}

/** Imports a definition, expects that it is the same again, and returns its files by their names. */
async function filesOf(spec: JsonObject): Promise<ReadonlyMap<string, File>> {
  const { sources, diagnostics, results } = await roundTrip([definition({ spec })], { format: true });
  expect(diagnostics).toEqual([]);
  expect(results.flatMap(({ differences }) => differences)).toEqual([]);
  const files = Object.entries(sources).filter(([path]) => !path.endsWith('group-version.ts'));
  return new Map(
    files.map(([path, text]) => {
      const declarations = text.match(/^export /gm)?.length ?? 0;
      return [path.split('/').at(-1)!, { lines: text.split('\n').length - 1, declarations, text }];
    }),
  );
}

/** Lines of a file with several declarations, without a license header. */
const mostLines = 380;

describe('the files of a large kind', () => {
  it('have at most 400 lines as they are formatted, with their imports, unless a class has more', async () => {
    const parts = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`part${index}`, long(`part${index}Field`, 4)]),
    );
    const files = await filesOf(objectWith({ ...parts, large: long('large', 120) }));
    const several = [...files.values()].filter(({ declarations }) => declarations > 1);
    expect(Math.max(...several.map(({ lines }) => lines))).toBeLessThanOrEqual(mostLines);
    const above = [...files].filter(([, { lines }]) => lines > mostLines);
    expect(above.map(([name, { declarations }]) => [name, declarations])).toEqual([['thing.large.types.ts', 1]]);
    expect([...files.keys()].toSorted()).toMatchInlineSnapshot(`
      [
        "thing.large.types.ts",
        "thing.spec-parts-2.types.ts",
        "thing.spec-parts-3.types.ts",
        "thing.spec-parts-4.types.ts",
        "thing.spec-parts.types.ts",
        "thing.spec.types.ts",
        "thing.types.ts",
      ]
    `);
  });

  it('import the class of which an object is made as a value, and others as types', async () => {
    const settings = { ...long('a', 75, { mode: { type: 'string', default: 'fast' } }), default: {} };
    const files = await filesOf(objectWith({ settings, other: long('b', 75) }));
    const kind = files.get('thing.types.ts')!.text;
    expect(kind).toContain("import { Settings } from './thing.settings.types.js';");
    expect(kind).toContain("import type { Other } from './thing.other.types.js';");
    expect(kind).toContain('settings: Settings = new Settings();');
  });

  it('is one file for a small kind', async () => {
    const files = await filesOf(objectWith({ a: long('a', 10), b: long('b', 10) }));
    expect([...files.keys()]).toEqual(['thing.types.ts']);
  });
});
