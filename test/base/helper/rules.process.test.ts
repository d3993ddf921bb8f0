import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accepts, readRule } from '../../../runtime/src/testing/values/cel.js';
import { startHelper, type RunningHelper } from '../../../src/base/helper/helper-process.js';
import { isValid } from '../../../runtime/src/testing/values/validity.js';
import { randomSchemas, smallValues } from '../../support/random-schemas.js';
import { randomRules, ruledSchema, ruledValues } from '../../support/random-rules.js';
import { ruleCases, ruleCaseSchema, ruleCaseValue } from '../../support/rule-cases.js';
import { runs, seed } from '../../support/seed.js';
import { helperForTests } from '../../support/upstream.js';

const path = await helperForTests();
if (path === undefined) process.stderr.write('Rules are not compared: run `npm run upstream`, which needs Go.\n');

const names = { kind: 'Thing', plural: 'things', singular: 'thing', listKind: 'ThingList' };

function crdOf(judged: object): object {
  const openAPIV3Schema = { type: 'object', properties: { judged } };
  const versions = [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }];
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'things.example.com' },
    spec: { group: 'example.com', scope: 'Cluster', names, versions },
  };
}

describe.skipIf(path === undefined)(`the API server's code judges rules (SEED=${seed})`, { timeout: 60_000 }, () => {
  let helper: RunningHelper;
  beforeAll(() => {
    helper = startHelper(path!);
  });
  afterAll(() => helper.end());

  /** Reports whether a value is valid; undefined for a schema that is not, or has a rule that does not compile. */
  async function isAccepted(schema: object, judged: unknown): Promise<boolean | undefined> {
    const object = { apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name: 'a' }, judged };
    const crds = [JSON.stringify(crdOf(schema))];
    const { errors = [], problem } = await helper.ask({ operation: 'object', object: JSON.stringify(object), crds });
    return problem === undefined ? errors.length === 0 : undefined;
  }

  const verdict = (schema: object, rule: string, value: unknown): Promise<boolean | undefined> =>
    isAccepted({ ...schema, 'x-kubernetes-validations': [{ rule }] }, value);

  it.each(ruleCases)('as the table says: %s', async (_, cases) => {
    const supported = cases.filter((each) => each.verdict !== undefined);
    const all = supported.map(async ({ rule }) => ({
      rule,
      verdict: await verdict(ruleCaseSchema, rule, ruleCaseValue),
    }));
    expect(await Promise.all(all)).toEqual(supported);
    // The others are rules too.
    const others = cases.filter((each) => each.verdict === undefined);
    const compiled = others.map(({ rule }) => verdict(ruleCaseSchema, rule, ruleCaseValue));
    expect(await Promise.all(compiled)).not.toContain(undefined);
  });

  it('as the tests of conversions do, or those say that they cannot', async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(randomRules, ruledValues, async (rule, value) => {
        const read = readRule(rule);
        const ours = read && accepts(read, ruledSchema, value);
        const theirs = ours === undefined ? undefined : await verdict(ruledSchema, rule, value);
        // Constants are evaluated when the rule is compiled, and an error is refused there.
        if (theirs === undefined) return;
        compared += 1;
        expect(ours).toBe(theirs);
      }),
      { numRuns: runs(300) },
    );
    expect(compared).toBeGreaterThan(runs(300) / 3);
  });

  it('and schemas, as the tests of conversions do', async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(randomSchemas, smallValues, async (schema, value) => {
        // A null in place of a property would be dropped.
        const theirs = await isAccepted({ type: 'array', items: schema }, [value]);
        if (theirs === undefined) return;
        compared += 1;
        expect(isValid(schema, value)).toBe(theirs);
      }),
      { numRuns: runs(300), examples: [[{ type: 'object', required: ['a'], properties: {} }, { a: 1 }]] },
    );
    expect(compared).toBeGreaterThan(runs(300) / 2);
  });
});
