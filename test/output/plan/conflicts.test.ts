import { expect, test } from 'vitest';
import { conflictsOf } from '../../../src/output/operation/conflicts.js';

const plan = { files: [{ path: 'a', action: 'conflict', ownership: 'scaffolded' }] } as const;

test('--force is only suggested where a command has it', () => {
  const helps = [true, false].map((canForce) => conflictsOf({ plan, diagnostics: [] }, canForce)[0]?.help);
  expect(helps).toEqual(['move the file, or overwrite it with --force', 'move the file, and run the command again']);
});
