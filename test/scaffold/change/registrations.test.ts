import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { madeOnce, problemsOf, projectWithApi, type TestProject } from '../../support/projects.js';

const codeOf = (kind: string): string => `src/webhook/v1/${kind.toLowerCase()}.webhook.ts`;
const together = 'src/webhook/all.ts';

/** A project with validators of two kinds. */
const withWebhooks = madeOnce(async () => {
  const project = await projectWithApi();
  for (const kind of ['Cart', 'Vault']) {
    await project.createApi({ kind });
    await project.createWebhook({ kind, validation: true });
  }
  return project;
});

/** Removes the function that registers a webhook from its file. */
function withoutSetUp(project: TestProject, kind: string): void {
  const text = project.read(codeOf(kind));
  const code = text.slice(0, text.indexOf('/** Registers')).trimEnd();
  project.write(codeOf(kind), `${code.replace('  webhookManagedBy,\n', '').replace('  type Manager,\n', '')}\n`);
}

const importsOf = (kind: string): string =>
  `import { ${kind} } from '../api/v1/${kind.toLowerCase()}.types.js';\nimport { ${kind}Validator } from './v1/${kind.toLowerCase()}.webhook.js';\n`;
const runtime = "import { webhookManagedBy, type Manager } from '@operator-gen/runtime';\n";
const chainOf = (kind: string): string =>
  `  await webhookManagedBy(manager).for(${kind}).withValidator(new ${kind}Validator()).complete();\n`;
const stepsOf = (kind: string): string =>
  `  const ${kind}s = webhookManagedBy(manager).for(${kind});\n  ${kind}s.withValidator(new ${kind}Validator());\n  await ${kind}s.complete();\n`;

/** Registers the webhooks of both kinds in one function. */
function registerTogether(project: TestProject, bodyOf: (kind: string) => string): void {
  for (const kind of ['Cart', 'Vault']) withoutSetUp(project, kind);
  const body = bodyOf('Cart') + bodyOf('Vault');
  project.write(
    together,
    `${runtime}${importsOf('Cart')}${importsOf('Vault')}\nexport async function setupWebhooks(manager: Manager): Promise<void> {\n${body}}\n`,
  );
}

describe('delete webhook, with a registration in another file', () => {
  it.each([
    ['a chain', chainOf],
    ['a variable', stepsOf],
  ])('removes %s from a function with others, and create webhook adds one again', async (_, bodyOf) => {
    const project = await withWebhooks();
    registerTogether(project, bodyOf);
    expect(problemsOf(await project.manifests())).toEqual([]);
    const { diagnostics } = await project.deleteWebhook({ kind: 'Cart' });
    expect(diagnostics).toMatchObject([
      {
        code: 'edited-file-kept',
        message: expect.stringContaining('kept, without the markers of the deleted webhooks'),
      },
    ]);
    expect(project.read(together)).toBe(
      `${runtime}${importsOf('Vault')}\nexport async function setupWebhooks(manager: Manager): Promise<void> {\n${bodyOf('Vault')}}\n`,
    );
    expect(problemsOf(await project.check())).toEqual([]);
    expect(problemsOf(await project.createWebhook({ kind: 'Cart', validation: true }))).toEqual([]);
    expect(project.read(codeOf('Cart'))).toMatch(/@Webhook\([^]*export async function setupCartWebhook/);
    expect(problemsOf(await project.check())).toEqual([]);
  });

  it('names one that other code is mixed with', async () => {
    const project = await withWebhooks();
    registerTogether(project, (kind) =>
      kind === 'Vault'
        ? chainOf(kind)
        : `  const all = [webhookManagedBy(manager).for(${kind}).withValidator(new ${kind}Validator())];\n  for (const each of all) await each.complete();\n`,
    );
    const before = project.read(together);
    const { diagnostics } = await project.deleteWebhook({ kind: 'Cart' });
    expect(project.read(together)).toBe(before);
    const line = before.split('\n').findIndex((each) => each.includes('.for(Cart)')) + 1;
    expect(diagnostics.map(({ code, position }) => `${code} ${position?.file}:${position?.line}`)).toContain(
      `webhook-undeployed ${together}:${line}`,
    );
    expect(problemsOf(await project.check())).toEqual(['webhook-undeployed']);
    // The same class is registered once.
    expect(problemsOf(await project.createWebhook({ kind: 'Cart', validation: true }))).toEqual([]);
    expect(project.read(codeOf('Cart'))).not.toContain('webhookManagedBy');
    expect(problemsOf(await project.check())).toEqual([]);
  });
});

describe('create webhook, with a registration in another file', () => {
  const compact = (text: string): string => text.replaceAll(/\s+/g, '');
  const added = (kind: string): string => `.withDefaulter(new ${kind}Defaulter())`;

  it.each<[what: string, bodyOf: (kind: string) => string, chain: string]>([
    [
      'a chain, which is formatted',
      chainOf,
      `\n    .withValidator(new CartValidator())\n    ${added('Cart')}\n    .complete()`,
    ],
    ['a variable', stepsOf, `await Carts${added('Cart')}.complete();`],
    [
      'lines of their own',
      (kind) => chainOf(kind).replaceAll(/(?<!\()\.(?=\w+\()/g, '\n    .'),
      `\n    ${added('Cart')}\n    .complete();`,
    ],
  ])('adds to %s in a function with others, and delete webhook removes it', async (_, bodyOf, chain) => {
    const project = await withWebhooks();
    registerTogether(project, bodyOf);
    const before = project.read(together);
    expect(problemsOf(await project.createWebhook({ kind: 'Cart', defaulting: true }))).toEqual([]);
    const after = project.read(together);
    expect(after).toContain(chain);
    expect(after).toContain('{ CartValidator, CartDefaulter }');
    expect(after.split('\n').filter((each) => each.includes('Vault'))).toEqual(
      before.split('\n').filter((each) => each.includes('Vault')),
    );
    expect(problemsOf(await project.check())).toEqual([]);
    expect(problemsOf(await project.deleteWebhook({ kind: 'Cart', defaulting: true }))).toEqual([]);
    expect(compact(project.read(together))).toBe(compact(before));
    expect(problemsOf(await project.check())).toEqual([]);
    // The set-up is not where it was scaffolded: nothing is left to do there.
    await project.createWebhook({ kind: 'Cart', defaulting: true });
    expect(problemsOf(await project.deleteWebhook({ kind: 'Cart', validation: true }))).toEqual([]);
    expect(project.read(together)).not.toContain('CartValidator');
    expect(problemsOf(await project.check())).toEqual([]);
  });

  it('says what to add where several places register a kind', async () => {
    const project = await withWebhooks();
    registerTogether(project, (kind) => chainOf(kind) + (kind === 'Cart' ? chainOf(kind) : ''));
    const before = project.read(together);
    const { diagnostics } = await project.createWebhook({ kind: 'Cart', defaulting: true });
    expect(diagnostics.map(({ code }) => code)).toContain('edit-by-hand');
    expect(project.read(together)).toBe(before);
  });
});

describe('a file of a webhook with more than was scaffolded', () => {
  it.each([
    ['other code', 'export const limit = 3;\n', / keep what was not: limit; with --force, .* all of it$/],
    ['nothing that others can use', 'const limit = 3;\nvoid limit;\n', /^delete it by hand; /],
  ])('is kept, with the advice for %s', async (_, code, help) => {
    const project = await withWebhooks();
    project.write(codeOf('Cart'), `${project.read(codeOf('Cart'))}${code}`);
    const { diagnostics } = await project.deleteWebhook({ kind: 'Cart' });
    expect(diagnostics).toMatchObject([{ code: 'edited-file-kept', help: expect.stringMatching(help) }]);
  });
});

describe('a kind that the code of a user registers already', () => {
  it('is not registered a second time', async () => {
    const project = await projectWithApi();
    for (const kind of ['Cart', 'Vault']) await project.createApi({ kind });
    await project.createWebhook({ kind: 'Cart', validation: true });
    const end = '  await webhooks.complete();\n';
    project.edit(codeOf('Cart'), end, `${end}${chainOf('Vault').replace('VaultValidator', 'CartValidator')}`);
    project.edit(
      codeOf('Cart'),
      "import { Cart } from '../../api/v1/cart.types.js';\n",
      `$&import { Vault } from '../../api/v1/vault.types.js';\n`,
    );
    const before = project.snapshot();
    expect(problemsOf(await project.createWebhook({ kind: 'Vault', validation: true }))).toEqual([
      'webhook-registered-twice',
    ]);
    expect(project.snapshot()).toEqual(before);
  });

  it.each([
    ['in any case', (text: string) => text, ['webhook-registered-twice']],
    [
      'with a condition',
      (text: string) => text.replace('  await webhookM', '  if (process.env.ALL) await webhookM'),
      [],
    ],
    ['after an end', (text: string) => text.replace('  await webhookM', '  if (process.env.NONE) return;\n$&'), []],
  ])('is a problem of check where it runs %s', async (_, change, problems) => {
    const project = await withWebhooks();
    registerTogether(project, chainOf);
    await project.manifests();
    const text = project.read(together);
    const setUp = `\nexport async function setupVaultWebhook(manager: Manager): Promise<void> {\n${chainOf('Vault')}}\n`;
    project.write(together, text + change(setUp));
    await project.manifests();
    expect(problemsOf(await project.check())).toEqual(problems);
  });
});

describe('delete webhook --conversion --force', () => {
  const converter = 'src/webhook/cart.converter.ts';

  it('keeps a function of the user that also registers other webhooks, and names what it imports', async () => {
    const project = await withWebhooks();
    await project.createApi({ kind: 'Cart', version: 'v2', controller: false });
    await project.createWebhook({ kind: 'Cart', conversion: true, spoke: ['v2'] });
    for (const kind of ['Cart', 'Vault']) withoutSetUp(project, kind);
    const constant = /^export const converter = .*\n/m.exec(project.read(converter))![0];
    project.write(
      together,
      `${runtime.replace('{', '{ hubSpokeConverter,')}${importsOf('Cart')}${importsOf('Vault')}import { v2 } from './v2/cart.conversion.js';\n\n${constant}\nexport async function setupWebhooks(manager: Manager): Promise<void> {\n${chainOf('Cart').replace('.complete', '.withConverter(converter).complete')}${chainOf('Vault')}}\n`,
    );
    rmSync(join(project.root, converter));
    expect(problemsOf(await project.manifests())).toEqual([]);
    const before = project.read(together);
    const { diagnostics } = await project.deleteWebhook({ kind: 'Cart', conversion: true, force: true });
    expect(project.read(together)).toBe(before);
    expect(diagnostics).toMatchObject([{ code: 'deleted-import', position: { file: together } }]);
  });
});
