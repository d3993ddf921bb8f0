import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../runtime/src/transport/api-error.js';
import { loadConfig } from '../../runtime/src/configuration/index.js';
import { createTransport } from '../../runtime/src/transport/index.js';
import { emitCrd } from '../../src/output/emit/crd.js';
import { checkNames } from '../../src/output/generate/compare-with-project.js';
import { verifyKind } from '../../src/language/rules/kind-rules.js';
import { analyzeSources, importAll } from '../support/generate.js';
import { randomKinds, sourcesOfKinds } from '../support/random-misfits.js';
import { runs, seed } from '../support/seed.js';
import { sharedApiServer } from './control-plane/shared.js';

const shared = await sharedApiServer();
/** Sent as it is written: a number of JavaScript prints -2^63 with other digits. */
const request = {
  method: 'POST',
  path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
  query: { dryRun: 'All' },
  contentType: 'application/yaml',
  label: 'create the CRD',
} as const;

const count = runs(300);
// Many kinds in one program of the compiler, which takes longer than all the rest.
const together = 50;

describe.skipIf(!shared.available)(`whatever values, names and markers a user writes (SEED=${seed})`, () => {
  it('verify has an error if, and only if, the API server rejects the CRD', { timeout: 1_200_000 }, async () => {
    if (!shared.available) return;
    const transport = createTransport(await loadConfig({ kubeconfig: shared.info.kubeconfigPath }));
    const random = fc.sample(randomKinds, { seed, numRuns: count });
    const disagreements: string[] = [];
    let refused = 0;
    for (let start = 0; start < random.length; start += together) {
      const batch = random.slice(start, start + together);
      const { model, diagnostics } = analyzeSources(sourcesOfKinds(batch, importAll));
      expect(diagnostics).toEqual([]);
      for (const kind of model.kinds) {
        const source = batch[Number(kind.kind.replace('Thing', ''))]!;
        const errors = [...verifyKind(kind), ...checkNames(kind)].filter(({ severity }) => severity === 'error');
        const body = emitCrd(kind, '0.0.0').text;
        const answer = await transport.send({ ...request, body }).then(() => undefined, messageOf);
        if (answer !== undefined) refused += 1;
        if ((answer === undefined) === (errors.length === 0)) continue;
        const ours = errors.map(({ code, message }) => `${code}: ${message}`).join('; ') || 'accepted';
        disagreements.push(`${JSON.stringify(source)}\n  here: ${ours}\n  there: ${answer ?? 'accepted'}`);
      }
    }
    expect(disagreements.join('\n')).toBe('');
    // Neither side of the comparison is there by chance.
    expect(refused).toBeGreaterThan(count / 5);
    expect(refused).toBeLessThan((count * 4) / 5);
  });
});

function messageOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  throw error;
}
