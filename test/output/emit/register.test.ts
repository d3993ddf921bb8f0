import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/tree.js';
import { typeErrors } from '../../support/type-errors.js';

test('controllers and webhooks are each set up with their own dependencies', { timeout: 60_000 }, () => {
  const root = temporaryFolder();
  cpSync(join(import.meta.dirname, '../../golden/webhooks'), root, { recursive: true });
  const controller = join(root, 'src/controller/carpark.controller.ts');
  const before = readFileSync(controller, 'utf8');
  const after = before.replace(
    /(export async function setup\w+\(manager: Manager)\)/,
    '$1, _: { readonly owner: string })',
  );
  expect(after).not.toBe(before);
  writeFileSync(controller, after);
  const calls = [
    'await registerWebhooks(manager);',
    "await registerControllers(manager, { owner: 'us' });",
    'await registerControllers(manager);',
  ];
  const head = `import type { Manager } from '@operator-gen/runtime';
import { registerControllers, registerWebhooks } from './register.js';
declare const manager: Manager;
`;
  writeFileSync(join(root, 'src/calls.ts'), head + calls.join('\n'));
  // main.ts does not give it the dependency either.
  const places = typeErrors({ root }).flatMap((each) => /^src\/\S+\(\d+/.exec(each) ?? []);
  expect(places).toEqual(['src/calls.ts(6', 'src/main.ts(6']);
});

test('a project without controllers and webhooks compiles', { timeout: 60_000 }, () => {
  const root = temporaryFolder();
  cpSync(join(import.meta.dirname, '../../golden/init'), root, { recursive: true });
  expect(typeErrors({ root })).toEqual([]);
});
