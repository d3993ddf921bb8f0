import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emitCrd } from '../../../src/output/emit/crd.js';
import { startHelper, type RunningHelper } from '../../../src/base/helper/helper-process.js';
import { verifyKind } from '../../../src/language/rules/kind-rules.js';
import { analyzeSources, kindSource } from '../../support/generate.js';
import { helperForTests } from '../../support/upstream.js';
import { impossibleCases } from '../../support/verify-cases.js';

const path = await helperForTests();

describe.skipIf(path === undefined)('the API server accepts the CRD', () => {
  let helper: RunningHelper;
  beforeAll(() => {
    helper = startHelper(path!);
  });
  afterAll(() => helper?.end());

  async function isAccepted(object: object, crds: readonly string[] = []): Promise<boolean> {
    const { errors, problem } = await helper.ask({ operation: 'object', object: JSON.stringify(object), crds });
    expect(problem).toBeUndefined();
    return errors === undefined;
  }

  /** Returns the CRD of a kind, which the API server accepts. */
  async function acceptedCrd(sources: Readonly<Record<string, string>>): Promise<string> {
    const { model, diagnostics } = analyzeSources(sources);
    expect(diagnostics).toEqual([]);
    const crd = emitCrd(model.kinds[0]!, '0.0.0').text;
    expect((await helper.ask({ operation: 'object', object: crd })).errors).toBeUndefined();
    return crd;
  }

  const thing = { apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name: 'a', namespace: 'default' } };

  it.each(impossibleCases)('and of $spec what is said', async ({ values, isPossible = false, ...source }) => {
    const crd = await acceptedCrd(kindSource(source));
    const answers = await Promise.all(values.map((value) => isAccepted({ ...thing, spec: { it: value } }, [crd])));
    expect(new Set(answers)).toEqual(new Set([isPossible]));
  });

  it.each([
    ['@StatusSubresource()', 'status!: { a?: string };', false],
    ['@StatusSubresource()', 'status!: { a?: string } | null;', false],
    ['@StatusSubresource()', 'status?: { a: string };', true],
    ['@StatusSubresource()', 'status: { a?: string } = {};', true],
    ['', 'status!: { a?: string };', true],
  ])('with %s and %s', async (marker, status, isPossible) => {
    const sources = {
      'src/thing.ts': `import { CustomResource, Resource, StatusSubresource } from '@operator-gen/runtime/api';
        ${marker} @Resource({ group: 'example.com', version: 'v1' }, { plural: 'things' })
        export class Thing extends CustomResource { ${status} }`,
    };
    const crd = await acceptedCrd(sources);
    const answers = [undefined, null, {}, { a: 'x' }].map((value) => isAccepted({ ...thing, status: value }, [crd]));
    expect((await Promise.all(answers)).includes(true)).toBe(isPossible);
    const { model } = analyzeSources(sources);
    expect(verifyKind(model.kinds[0]!).map(({ code }) => code)).toEqual(isPossible ? [] : ['status-required']);
  });
});
