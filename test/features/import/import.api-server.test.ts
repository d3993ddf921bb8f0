import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  findTestAssets,
  randomObjects,
  startTestEnvironment,
  type TestEnvironment,
} from '../../../runtime/src/testing/index.js';
import type { JsonObject, JsonValue } from '../../../src/base/model/schema.js';
import { roundTrip } from '../../round-trip/round-trip.js';
import { definition, definitionObject, objectWith, type DefinitionParts } from '../../support/definitions.js';
import { smallValues } from '../../support/random-schemas.js';
import { runs, seed } from '../../support/seed.js';
import { serverOf, type Server, type Verdict } from '../../support/server-verdict.js';

const text = { type: 'string', maxLength: 5 };
const shop: DefinitionParts = {
  kind: 'Shop',
  root: objectWith(
    {
      spec: objectWith(
        {
          mode: { type: 'string', enum: ['fast', 'safe'], default: 'fast' },
          'storage-size': { type: 'string', pattern: '^[0-9]+Gi$' },
          replicas: { type: 'integer', format: 'int32', minimum: 1, maximum: 9 },
          ratio: { type: 'number', minimum: 0, exclusiveMinimum: true },
          port: { anyOf: [{ type: 'integer' }, { type: 'string' }], 'x-kubernetes-int-or-string': true },
          hosts: { type: 'array', items: text, maxItems: 3, 'x-kubernetes-list-type': 'set' },
          labels: { type: 'object', additionalProperties: text, maxProperties: 2 },
          either: objectWith(
            { a: text, b: text },
            { oneOf: [{ required: ['a'] }, { required: ['b'] }], nullable: true },
          ),
          rule: objectWith(
            { low: { type: 'integer' }, high: { type: 'integer' } },
            {
              required: ['low', 'high'],
              'x-kubernetes-validations': [{ rule: 'self.low <= self.high', message: 'low' }],
            },
          ),
          any: { 'x-kubernetes-preserve-unknown-fields': true },
        },
        { required: ['mode', 'replicas'] },
      ),
    },
    { required: ['spec'] },
  ),
};

/** The objects, each with a field that has another value. */
function changed(objects: readonly JsonObject[]): readonly JsonObject[] {
  const values = fc.sample(smallValues, { seed, numRuns: objects.length });
  return objects.map((object, index) => {
    const spec = object['spec'] as JsonObject;
    const names = Object.keys(spec);
    const name = names[index % names.length] ?? 'mode';
    return { ...object, spec: { ...spec, [name]: values[index] as JsonValue } };
  });
}

const assets = await findTestAssets();

describe.skipIf(!assets.found && process.env['CI'] !== 'true')('the API server', { timeout: 120_000 }, () => {
  let environment: TestEnvironment;
  let server: Server;

  beforeAll(async () => {
    const crd = definition(shop);
    const { generated } = await roundTrip([crd]);
    const copy = JSON.parse(JSON.stringify(generated[0]).replaceAll('example.com', 'example.org')) as object;
    environment = await startTestEnvironment({ crds: [crd.object, copy] });
    server = serverOf(environment.kubeconfigPath);
  }, 120_000);
  afterAll(async () => {
    server?.close();
    await environment?.stop();
  });

  it('says the same of objects of the imported and of the generated definition', async () => {
    const made = randomObjects(definitionObject(shop), { version: 'v1', count: runs(100), seed });
    const valid = made.map((each) => JSON.parse(JSON.stringify(each)) as JsonObject);
    const verdictsIn = async (domain: string, object: JsonObject): Promise<Verdict> => {
      const path = `/apis/${domain}/v1/namespaces/default/shops?dryRun=All`;
      return server.send('POST', path, { ...object, apiVersion: `${domain}/v1`, metadata: { name: 'shop' } });
    };
    let refused = 0;
    for (const object of [...valid, ...changed(valid)]) {
      const [one, other] = await Promise.all(['example.com', 'example.org'].map((each) => verdictsIn(each, object)));
      expect(other!.errors).toEqual(one!.errors);
      expect(specOf(other!)).toEqual(specOf(one!));
      if (one!.errors.length > 0) refused += 1;
    }
    // Otherwise nothing would have been compared.
    expect(refused).toBeGreaterThan(10);
    expect(refused).toBeLessThan(valid.length + 1);
  });
});

function specOf({ object }: Verdict): unknown {
  return (object as { readonly spec?: unknown } | undefined)?.spec;
}
