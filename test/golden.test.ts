import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { goldenCases } from './support/golden-cases.js';
import { goldenFolder, scaffoldGolden } from './support/scaffold-golden.js';
import { snapshot, temporaryFolder } from './support/tree.js';

describe('scaffolded projects are what test/golden/ holds (npm run golden updates it)', () => {
  it.each(goldenCases)('$name', async (each) => {
    const folder = temporaryFolder();
    await scaffoldGolden(each, folder);
    const [made, golden] = [snapshot(folder), snapshot(join(goldenFolder, each.name))];
    expect(Object.keys(made)).toEqual(Object.keys(golden));
    for (const [path, content] of Object.entries(made)) expect(content, path).toBe(golden[path]);
  });
});
