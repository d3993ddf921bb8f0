import { expect, it } from 'vitest';
import { excessProblems } from '../../../src/features/permissions/permission-problems.js';

it('a constant that several markers share is reported once, and each marker with its own verbs', () => {
  const at = (line: number) => ({ file: 'src/a.ts', line, column: 1 });
  const unused = (marker: number, verbs: number) => ({
    rule: { position: at(marker), origins: { verbs: at(verbs) } },
    group: 'apps',
    resource: 'deployments',
    verbs: ['delete'],
  });
  const found = excessProblems({ unused: [unused(5, 1), unused(6, 1), unused(7, 7)] } as never, []);
  expect(found.map(({ position }) => position?.line)).toEqual([1, 7]);
});
