import { beforeAll, describe, expect, it } from 'vitest';
import { accepted } from '../../support/accepted.js';
import type { Files } from '../../support/memory-disk.js';

const rename = 'rename api --group db --kind Database --to-kind Server';
const own = 'src/webhook/v1/database.webhook.ts';
const webhook = 'src/webhook/v1/server.webhook.ts';
const constants = 'src/constants.ts';

describe('a plural in a constant that markers refer to', () => {
  let base: Files;

  beforeAll(async () => {
    base = await accepted(
      new Map(),
      'init --domain my.domain --project-name test-operator --skip-install',
      'create api --group db --version v1 --kind Database',
      'create api --group db --version v1 --kind Backup',
      'create webhook --group db --version v1 --kind Database --defaulting --programmatic-validation',
    );
  }, 60_000);

  /** Returns the project with constants, and other values of `resources` in the webhooks. */
  async function project(text: string, resources: string, name: string): Promise<Files> {
    const path = [...base.keys()].find((each) => each.endsWith('database.webhook.ts'))!;
    const before = base.get(path)!;
    expect(path).toBe(own);
    expect(before).toContain("resources: ['databases'],");
    const code = `import { ${name} } from '../../constants.js';\n${before.replaceAll("resources: ['databases'],", resources)}`;
    return accepted(new Map(base).set(path, code).set(constants, text), 'check');
  }

  it.each([
    [
      'a property',
      "export const common = { resources: ['databases'], x: 1 } as const;\n",
      'resources: common.resources,',
      'common',
    ],
    ['a spread', "export const common = { resources: ['databases'] } as const;\n", '...common,', 'common'],
    ['a list', "export const plurals = ['databases'] as const;\n", 'resources: plurals,', 'plurals'],
    ['an item', "export const plural = 'databases';\n", 'resources: [plural],', 'plural'],
    [
      'one that refers to another',
      "const plural = 'databases' as const;\nexport const common = { resources: [plural] };\n",
      'resources: common.resources,',
      'common',
    ],
  ])('changes with the kind: %s', async (_what, text, resources, name) => {
    const files = await project(text, resources, name);
    const after = await accepted(files, rename);
    expect(after.get(constants)).toBe(text.replace('databases', 'servers'));
    expect(after.get(webhook)).toContain(resources);
    await accepted(after, 'check');
  });

  it.each([
    [
      'a list',
      "export const plurals = ['databases'] as const;\n",
      'resources: plurals,',
      'plurals',
      "resources: ['servers'],",
    ],
    ['an item', "export const plural = 'databases';\n", 'resources: [plural],', 'plural', "resources: ['servers'],"],
    [
      'a spread',
      "export const common = { resources: ['databases'] } as const;\n",
      '...common,',
      'common',
      "...common, resources: ['servers'],",
    ],
  ])(
    'stays if other code uses it, too, and the markers have the new one: %s',
    async (_what, text, resources, name, fresh) => {
      const files = new Map(await project(text, resources, name)).set(
        'src/report.ts',
        `import { ${name} } from './constants.js';\n\nexport const report = JSON.stringify(${name});\n`,
      );
      const after = await accepted(files, rename);
      expect(after.get(constants)).toBe(text);
      expect(after.get(webhook)!.replaceAll(/\s+/g, ' ')).toContain(fresh.replaceAll(/\s+/g, ' '));
      await accepted(after, 'check');
    },
  );
});
