import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands as allCommands } from '../src/commands.js';
import { cli } from './cli/framework/support.js';
import { goldenCases } from './support/golden-cases.js';
import { isGeneratedPath } from '../src/project/paths.js';
import { goldenFolder, scaffoldGolden } from './support/scaffold-golden.js';
import { snapshot, temporaryFolder } from './support/tree.js';

describe('scaffolded projects are what test/golden/ holds (npm run golden updates it)', () => {
  it.each(goldenCases)('$name', async ({ name, commands }) => {
    const folder = temporaryFolder();
    const env = { CI: 'true', OPERATOR_GEN_PACKAGES: '' };
    for (const command of commands) {
      const { exitCode, stderr } = await cli(command, { cwd: folder, commands: allCommands, env });
      expect(exitCode, stderr).toBe(0);
    }
    expectGolden(folder, name);
  });

  it('with the built command line', async () => {
    const folder = temporaryFolder();
    const oneApi = goldenCases.find(({ name }) => name === 'one-api')!;
    await scaffoldGolden(oneApi, folder);
    expectGolden(folder, oneApi.name);
  });
});

function expectGolden(folder: string, name: string): void {
  const [made, golden] = [snapshot(folder), snapshot(join(goldenFolder, name))];
  expect(Object.keys(made)).toEqual(Object.keys(golden));
  for (const [path, content] of Object.entries(made)) expect(content, path).toBe(golden[path]);
}

describe.each(goldenCases)('the files that are generated in $name', ({ name }) => {
  const record = readFileSync(join(goldenFolder, name, '.operator-gen/scaffold.json'), 'utf8');
  const { files } = JSON.parse(record) as { readonly files: Readonly<Record<string, { readonly ownership: string }>> };
  const generated = Object.keys(files).filter((path) => files[path]!.ownership === 'generated');
  const notes = readFileSync(join(goldenFolder, name, 'AGENTS.md'), 'utf8');

  it('can be deleted when they are no longer generated', () => {
    const missing = generated.filter((path) => !isGeneratedPath(path));
    expect(missing.map((path) => `add ${path} to isGeneratedPath`)).toEqual([]);
  });

  it('are not among those that AGENTS.md leaves to the user', () => {
    const named = [...notes.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
    const unnamed = generated.filter((path) => !named.some((each) => path === each || path.startsWith(`${each}/`)));
    expect(unnamed.map((path) => `add ${path} to templates/init/AGENTS.md.hbs`)).toEqual([]);
  });
});
