import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Crd } from '../../../src/base/crd/crd.js';
import type { JsonObject } from '../../../src/base/model/schema.js';
import { roundTrip } from '../../round-trip/round-trip.js';
import { definition, objectWith } from '../../support/definitions.js';
import { randomSchemas, smallValues } from '../../support/random-schemas.js';
import { runs, seed } from '../../support/seed.js';
import { temporaryFolder } from '../../support/tree.js';
import { typeErrors } from '../../support/type-errors.js';

const settings = fileURLToPath(new URL('../../../templates/init/tsconfig.json', import.meta.url));

/** Returns the code of a definition, and what the compiler reports about it with the settings of a scaffolded project. */
async function compiled(crd: Crd): Promise<{ readonly code: string; readonly errors: readonly string[] }> {
  const { sources } = await roundTrip([crd]);
  const root = temporaryFolder({
    ...sources,
    'package.json': '{ "type": "module" }',
    'tsconfig.json': readFileSync(settings, 'utf8'),
  });
  return { code: Object.values(sources).join('\n'), errors: typeErrors({ root }) };
}

const any: JsonObject = { 'x-kubernetes-preserve-unknown-fields': true };

it('a default with null in it compiles', async () => {
  const fields: Readonly<Record<string, JsonObject>> = {
    json: { ...any, default: { a: null, b: [null, { c: null }] } },
    list: { ...any, default: [null] },
    raw: { type: 'object', ...any, default: { a: null } },
    values: { type: 'array', items: any, default: [{ a: null }, [null]] },
    optional: { ...any, nullable: true, default: null },
    texts: {
      type: 'object',
      nullable: true,
      default: { k: null },
      additionalProperties: { type: 'string', nullable: true },
    },
  };
  const { code, errors } = await compiled(definition({ spec: objectWith(fields) }));
  expect(errors).toEqual([]);
  expect(code).toContain('json: Json = { "a": null, "b": [null, { "c": null }] };');
  expect(code).toContain('texts: Record<string, string | null> | null = { "k": null };');
});

it('the types of random schemas compile', async () => {
  const field = fc
    .tuple(randomSchemas, fc.option(smallValues, { nil: undefined }))
    .map(([schema, value]) => ({ ...schema, ...(value === undefined ? {} : { default: value }) }) as JsonObject);
  const fields = fc.sample(field, { seed, numRuns: runs(300) });
  const spec = objectWith(Object.fromEntries(fields.map((each, index) => [`field${index}`, each])));
  const { errors } = await compiled(definition({ spec }));
  expect(errors).toEqual([]);
});
