import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { emitWebhooks, webhookNames } from '../../../src/output/emit/webhook.js';
import { verifyWebhooks } from '../../../src/language/rules/webhook-rules.js';
import { analyzeSources, codes } from '../../support/generate.js';
import { usualWebhook, webhookCases, webhookSource } from '../../support/webhook-cases.js';

describe('a webhook', () => {
  it.each(webhookCases)('$name', (each) => {
    const text = webhookSource(each);
    const { model, diagnostics } = analyzeSources({ 'src/hook.ts': text });
    expect(diagnostics).toEqual([]);
    const found = [...verifyWebhooks(model)];
    expect(found.map(({ code }) => code)).toEqual(each.codes);
    for (const { code, position, message, help } of found) {
      expect(`${message} ${help}`).not.toMatch(/undefined|\[object/);
      // The argument that is wrong, and not the marker as a whole.
      const line = text.split('\n')[position!.line - 1]!;
      const key = Object.keys(each.change).find((name) => each.change[name] !== undefined);
      if (code === 'invalid-webhook') expect(line.slice(position!.column - 1)).toMatch(new RegExp(`^"${key}"`));
    }
  });

  it('has its selectors and conditions as they are written', () => {
    const { model } = analyzeSources({ 'src/hook.ts': webhookSource(webhookCases[1]!) });
    const [object] = parseAllDocuments(emitWebhooks(model.webhooks, [])!).map((each) => each.toJS());
    expect(object.webhooks[0]).toMatchObject(webhookCases[1]!.change);
  });

  it('is refused where another one has its name, and so is a second name for all', () => {
    const source = `${webhookSource({ change: {} })}
${webhookSource({ change: {} })
  .replace(/import.*\n/, '')
  .replace('Hook', 'Other')}
/** @webhookConfiguration { mutating: false, name: 'a' } */
const one = 1;
/** @webhookConfiguration { mutating: false, name: 'b' } */
const two = 2;`;
    const { model, diagnostics } = analyzeSources({
      'src/hook.ts': source.replaceAll('Webhook } from', 'Webhook } from'),
    });
    expect(diagnostics).toEqual([]);
    expect(codes([...verifyWebhooks(model)])).toEqual(['invalid-webhook 5:11', 'duplicate-webhook-configuration 10:5']);
  });

  it.each([
    ['the version of its code', 'src/webhook/v1/hook.ts', ['v1'], []],
    ['another version, too', 'src/webhook/v1/hook.ts', ['v1', 'v2'], ['v2 as they are, but its code is that of v1']],
    ['all versions', 'src/webhook/shop/v2/hook.ts', ['*'], ['v1 as they are, but its code is that of v2']],
    ['versions that are not served', 'src/webhook/v1/hook.ts', ['v1', 'v3'], []],
    ['several versions in a folder without one', 'src/hook.ts', ['v1', 'v2'], []],
  ])('lists %s', (_what, path, versions, ends) => {
    const kind = (version: string, markers = '') =>
      `import { CustomResource, Resource, StorageVersion, UnservedVersion } from '@operator-gen/runtime/api';\n${markers}@Resource({ group: 'example.com', version: '${version}' }, { plural: 'things' })\nexport class Thing extends CustomResource {}\n`;
    const { model } = analyzeSources({
      'src/api/v1.ts': kind('v1', '@StorageVersion() '),
      'src/api/v2.ts': kind('v2'),
      'src/api/v3.ts': kind('v3', '@UnservedVersion() '),
      [path]: webhookSource({ change: { versions } }),
    });
    const found = [...verifyWebhooks(model)].filter(({ code }) => code === 'unconverted-webhook');
    expect(found.map(({ message }) => message)).toEqual(
      ends.map((end) => `the webhook vthing.example.com gets objects of Thing in ${end}`),
    );
  });

  it('has a configuration with a name that an object can have', () => {
    const name = (text: string) => {
      const configuration = `/** @webhookConfiguration { mutating: false, name: '${text}' } */\nexport const one = 1;`;
      const source = `${webhookSource({ change: {} })}${configuration}`;
      return [...verifyWebhooks(analyzeSources({ 'src/hook.ts': source }).model)].map(({ code, help }) => [code, help]);
    };
    expect(name('a.b-c')).toEqual([]);
    expect(name('My Hooks')).toEqual([['invalid-webhook', "write: name: 'my-hooks'"]]);
    expect(name('a/b').map(([code]) => code)).toEqual(['invalid-webhook']);
  });

  it('is there for a configuration to have a name', () => {
    const source = `${webhookSource({ change: {} })}/** @webhookConfiguration { mutating: true, name: 'a' } */\nexport const one = 1;`;
    expect(codes([...verifyWebhooks(analyzeSources({ 'src/hook.ts': source }).model)])).toEqual([
      'ineffective-webhook 4:5',
    ]);
  });

  it.each([
    [
      "validateDelete(): string[] { throw new Error('x'); }",
      ["add 'delete' to verbs, or remove the code of validateDelete"],
    ],
    [
      'async validateDelete(it: {}) { return check(it); }',
      ["add 'delete' to verbs, or remove the code of validateDelete"],
    ],
    ['validateDelete = (it: {}) => check(it);', ["add 'delete' to verbs, or remove the code of validateDelete"]],
    ['validateUpdate() { check({}); }', ["add 'update' to verbs, or remove the code of validateUpdate"], ['create']],
    ['validateCreate() { check({}); }', ["add 'create' to verbs, or remove the code of validateCreate"], ['delete']],
    [
      'default() { check({}); }',
      ["add 'create' or 'update' to verbs, or remove the code of default"],
      ['delete'],
      true,
    ],
    ['default() { check({}); }', [], ['update', 'delete'], true],
    ['default() { check({}); }', []],
    ['validateDelete() { check({}); }', [], ['*']],
    ['validateDelete() { check({}); }', [], ['update', 'delete']],
    ['validateDelete() { check({}); }', [], ['create'], true],
    ['validateCreate() { check({}); } validateUpdate() { check({}); }', []],
    ['validateDelete() { return []; }', []],
    ['async validateDelete() {}', []],
    ['validateDelete() { // Nothing.\n return; }', []],
    ['validateDelete = () => [] as string[];', []],
    ['validateDelete() { return Promise.resolve([]); }', []],
    ["validateDelete() { throw new Error('not called'); }", []],
    ['validateDelete() { check({}); } validateUpdate() { this.validateDelete(); }', []],
    ['validateDelete() { check({}); } } export class Heir extends Hook {', []],
    ['validateDelete() { check({}); } } @More export class Other {', []],
    ['validateDelete() { check({}); }', [], ['create'], false, '@More'],
  ])('has methods that are called: %s', (method, helps, verbs = ['create', 'update'], mutating = false, more = '') => {
    const ofDelete = `@Webhook(${JSON.stringify({ ...usualWebhook, mutating, verbs: ['delete'] })})`;
    const source = `${webhookSource({ change: { verbs, mutating } })}const check = (it: object): string[] => [];`;
    const { diagnostics } = analyzeSources({
      'src/hook.ts': source
        .replace('export class Hook {', `${more} export class Hook { ${method} `)
        .replace('@More', ofDelete),
      'src/hook.test.ts': 'export const used = (hook: any) => hook.validateDelete({}) || hook.default({});',
    });
    expect(diagnostics.map(({ code, help }) => [code, help])).toEqual(
      helps.map((help) => ['ineffective-webhook', help]),
    );
  });

  it('is read in one group for all its problems', () => {
    const change = { verbs: ['patch'], failurePolicy: 'Maybe', name: undefined };
    const { diagnostics } = analyzeSources({ 'src/hook.ts': webhookSource({ change }) });
    expect(diagnostics.map(({ code }) => code).toSorted()).toEqual(['argument-type', 'argument-type']);
  });

  it.each([
    ['no file', '', ['a', 'b', 'c', 'd']],
    ['a file without two of them', 'webhooks: [{ name: d }, { name: b }]', ['d', 'b', 'a', 'c']],
    ['a file with another one', 'webhooks: [{ name: x }, { name: c }, { name: a }]', ['c', 'a', 'b', 'd']],
    ['a file that is not valid', 'webhooks: [', ['a', 'b', 'c', 'd']],
  ])('keeps its place of %s', (_what, listed, expected) => {
    const [hook] = analyzeSources({ 'src/hook.ts': webhookSource(webhookCases[1]!) }).model.webhooks;
    const kind = `${hook!.mutating ? 'Mutating' : 'Validating'}WebhookConfiguration`;
    const all = ['b', 'd', 'a', 'c'].map((name) => ({ ...hook!, name }));
    const present = `kind: Other\nwebhooks: [{ name: c }]\n---\nkind: ${kind}\n${listed}\n`;
    expect(webhookNames(emitWebhooks(all, [], present)).get(kind)).toEqual(expected);
  });

  it('makes no file where there is none', () => {
    expect(emitWebhooks([], [])).toBeUndefined();
  });
});
