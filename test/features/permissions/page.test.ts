import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { comparePermissions } from '../../../src/features/permissions/compare-permissions.js';
import { describePermissions } from '../../../src/features/permissions/commands/rbac/describe-permissions.js';
import { usesOfFiles } from './support.js';

test('the task page shows what is printed for its code', async () => {
  const page = readFileSync(new URL('../../../docs/tasks/permissions.md', import.meta.url), 'utf8');
  const block = (info: string): string => new RegExp(`\`\`\`${info}\\n([^]*?)\`\`\``).exec(page)![1]!;
  const uses = await usesOfFiles({ 'foo.controller.ts': block('ts') });
  expect(describePermissions(uses, comparePermissions(uses, []))).toContain('not declared');
  const missing: readonly never[] = [];
  expect(describePermissions(uses, { missing, unbound: [], unused: [], dynamic: [], broken: [] })).toBe(block('text'));
});
