import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { toYaml } from '../../src/emit/yaml.js';
import { buildKustomization } from '../../src/kustomize/build.js';
import { asKubernetes } from '../../src/merge/yaml-documents.js';
import { startHelper, type Helper } from '../../src/upstream/helper.js';
import { kustomizeCases } from '../support/kustomize-cases.js';
import { byIdentity, type Rendered } from '../support/rendered-chart.js';
import { helperForTests } from '../support/upstream.js';

const path = await helperForTests();
const root = new URL('../../examples/cronjob', import.meta.url).pathname;

/** Reads an object as the API server does. */
function read(text: string): Rendered {
  return parse(text, { ...asKubernetes, intAsBigInt: true });
}

describe.skipIf(path === undefined)('a kustomization is built as by kustomize', () => {
  let helper: Helper;
  beforeAll(() => {
    helper = startHelper(path!);
  });
  afterAll(() => helper?.end());

  it.each(kustomizeCases)('$what', async ({ files }) => {
    const { built = [], problem } = await helper.ask({ operation: 'kustomize', root, folder: 'case', files });
    expect(problem).toBeUndefined();
    const ours = buildKustomization('case', (file) => files[file], undefined);
    expect(ours.diagnostics).toEqual([]);
    expect(byIdentity(ours.objects.map(({ object }) => read(toYaml(object).slice('---\n'.length))))).toEqual(
      byIdentity(built.map(({ object }) => read(object))),
    );
  });
});
