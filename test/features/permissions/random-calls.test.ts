import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../support/seed.js';
import { codeOf, kindsFile, permissionOf, randomCall } from './random-calls.js';
import { permissionsOf } from './support.js';

test('the permissions of a reconciler are those of its calls, however they reach the client and the kind', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(randomCall, { minLength: 1, maxLength: 4 }), async (calls) => {
      const expected = [...new Set(calls.map(permissionOf))].toSorted();
      expect(await permissionsOf(codeOf(calls), { 'kinds.ts': kindsFile })).toEqual(expected);
    }),
    { numRuns: runs(60) },
  );
});
