import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands } from '../../../src/commands.js';
import { cli } from '../../cli/framework/support.js';
import { buildWithKustomize } from '../../support/ask-helper.js';
import { snapshot, temporaryFolder } from '../../support/tree.js';

const golden = join(import.meta.dirname, '../../golden');

const helper = await buildWithKustomize();

function copyOf(name: string): string {
  const cwd = temporaryFolder();
  cpSync(join(golden, name), cwd, { recursive: true });
  return cwd;
}

describe.each(readdirSync(golden))('the bundle of the golden project %s', (name) => {
  it('has no errors, passes all tests unedited, and is the same again', async () => {
    const cwd = copyOf(name);
    const run = (...words: readonly string[]) => cli([...words], { cwd, commands, ...helper });
    const before = snapshot(cwd);
    const bundle = ['bundle', '--version', '0.1.0', '--image', 'registry.example.com/operator:v0.1.0'];
    const made = await run(...bundle);
    expect(made).toMatchObject({ exitCode: 0 });
    expect(made.stderr).not.toMatch(/^(?:.* - )?(?:error|warning)/m);
    const validated = await run('bundle', 'validate', '--select', 'all');
    expect(validated).toMatchObject({ exitCode: 0 });
    const tested = await run('scorecard');
    expect({ ...tested, stdout: tested.stdout.match(/^pass/gm)?.length }).toMatchObject({ exitCode: 0, stdout: 6 });
    const after = snapshot(cwd);
    expect(await run(...bundle)).toMatchObject({ exitCode: 0 });
    expect(snapshot(cwd)).toEqual(after);
    // Nothing but the bundle is written.
    const others = Object.entries(after).filter(([path]) => !path.startsWith('bundle'));
    expect(Object.fromEntries(others)).toEqual(before);
  });
});
