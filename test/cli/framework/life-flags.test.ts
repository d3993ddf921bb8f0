import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../support/tree.js';
import { answering, cli, type Ran } from './support.js';

/** Runs a command line whose operation does nothing: what it said, and the options that it passed on. */
async function passed(operation: string, line: readonly string[]): Promise<Ran & { readonly seen: unknown[] }> {
  const cwd = temporaryFolder();
  const { operation: answer, seen } = answering({}, cwd);
  const ran = await cli(line, { cwd, operations: { [operation]: async () => answer } });
  return { ...ran, seen };
}

/** The year of a license is that of the clock. */
const year = new Date().getFullYear();
const named = { version: 'v1', kind: 'WebServer' };
const noWebhook = { ...named, defaulting: false, validation: false, conversion: false, force: false };

/** Commands that name a kind, and flags with the options that these come to. */
const tables: readonly (readonly [string, readonly (readonly [string, object])[]])[] = [
  [
    'create webhook',
    [
      ['--defaulting', { ...noWebhook, spoke: [], defaulting: true }],
      [
        '--group batch --programmatic-validation --force',
        { ...noWebhook, group: 'batch', spoke: [], validation: true, force: true },
      ],
      ['--conversion --spoke v2,v3', { ...noWebhook, conversion: true, spoke: ['v2', 'v3'] }],
      ['--conversion --spoke v2,,', { ...noWebhook, conversion: true, spoke: ['v2'] }],
      [
        '--defaulting --defaulting-path /a --programmatic-validation --validation-path=/b',
        { ...noWebhook, spoke: [], defaulting: true, defaultingPath: '/a', validation: true, validationPath: '/b' },
      ],
      ['--certificates self-signed', { ...noWebhook, spoke: [], certificates: 'self-signed' }],
      [
        '--defaulting --plural webs --external-api-package certs --external-api-domain io --external-api-module certs@1.2.3',
        {
          ...noWebhook,
          spoke: [],
          defaulting: true,
          plural: 'webs',
          externalApiPackage: 'certs',
          externalApiDomain: 'io',
          externalApiModule: 'certs@1.2.3',
        },
      ],
    ],
  ],
  [
    'delete webhook',
    [
      ['', noWebhook],
      ['--defaulting --force', { ...noWebhook, defaulting: true, force: true }],
      ['--programmatic-validation --conversion', { ...noWebhook, validation: true, conversion: true }],
    ],
  ],
  [
    'delete api',
    [
      ['', { ...named, force: false }],
      ['--group batch --force', { ...named, group: 'batch', force: true }],
    ],
  ],
];

describe.each(tables)('%s', (name, rows) => {
  const command = name.split(' ');

  test.each(rows)('%s', async (flags, expected) => {
    const line = [...command, '--version', 'v1', '--kind', 'WebServer', ...flags.split(' ').filter(Boolean)];
    const { exitCode, stderr, seen } = await passed(name, line);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: 'Done it.\n' });
    expect(seen).toEqual([expected]);
  });

  test.each([
    [['--kind', 'WebServer'], 'missing required flag: --version'],
    [['--version', 'v1'], 'missing required flag: --kind'],
    [[], 'missing required flags: --version, --kind'],
    [['--version', '--kind', 'WebServer'], 'invalid value "--kind" for --version'],
    [['--version', 'v1', '--kind', ''], 'invalid value "" for --kind'],
    [['--version', 'v1', '--kind', 'WebServer', '--group='], 'invalid value "" for --group'],
    [['--version', 'v1', '--kind', 'WebServer', 'more'], 'more'],
    [['--version', 'v1', '--kind', 'WebServer', '--nothing'], '--nothing'],
  ])('%j is not understood', async (flags, said) => {
    const { exitCode, stderr, seen } = await passed(name, [...command, ...flags]);
    expect({ exitCode, seen }).toEqual({ exitCode: 2, seen: [] });
    expect(stderr).toContain(said);
  });
});

test('create webhook knows who can make a certificate', async () => {
  const line = ['create', 'webhook', '--version', 'v1', '--kind', 'WebServer', '--certificates', 'somebody'];
  const { exitCode, stderr, seen } = await passed('create webhook', line);
  expect({ exitCode, seen }).toEqual({ exitCode: 2, seen: [] });
  expect(stderr).toMatch(/--certificates.*cert-manager.*self-signed/s);
});

test.each<[string, object]>([
  ['--multigroup', { multigroup: true }],
  ['--multigroup=false --namespaced', { multigroup: false, namespaced: true }],
  ['--no-namespaced --force', { namespaced: false, force: true }],
  ['--domain example.com --project-name web', { domain: 'example.com', projectName: 'web' }],
  ['--license apache2 --owner Us', { license: 'apache2', owner: 'Us', year }],
  ['--license none', { license: 'none', year }],
  ['--license-file words.txt', { licenseFile: 'words.txt', year }],
  ['', {}],
])('edit %s', async (flags, expected) => {
  const { seen } = await passed('edit', ['edit', ...flags.split(' ').filter(Boolean)]);
  expect(seen).toEqual([{ force: false, ...expected }]);
});

test.each<[string, object]>([
  ['--kind WebServer --to-kind Site', { kind: 'WebServer', toKind: 'Site' }],
  ['--kind WebServer --to-plural webs --force', { kind: 'WebServer', toPlural: 'webs', force: true }],
  ['--group shop --to-group store', { group: 'shop', toGroup: 'store' }],
  ['--group shop --to-group=', { group: 'shop', toGroup: '' }],
])('rename api %s', async (flags, expected) => {
  const { seen } = await passed('rename api', ['rename', 'api', ...flags.split(' ')]);
  expect(seen).toEqual([{ force: false, ...expected }]);
});
