import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { shells } from '../../../src/cli/framework/completion/shells.js';
import { commands } from '../../../src/commands.js';
import { temporaryFolder } from '../../support/tree.js';
import { cli } from './support.js';

const all = commands.filter((each) => 'flags' in each);
const names = [...commands.map(({ name }) => name), 'version', 'completion', ''];

/** The candidates for the last word, as the scripts of the shells get them, and the flags for the script. */
async function complete(words: readonly string[], cwd = temporaryFolder()) {
  const { stdout, stderr, exitCode } = await cli(['complete', '--', ...words], { cwd });
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  const lines = stdout.trimEnd().split('\n');
  return { words: lines.slice(0, -1).map((line) => line.split('\t', 1)[0]), directive: lines.at(-1) };
}

async function wordsFor(line: string, cwd?: string): Promise<readonly (string | undefined)[]> {
  return (await complete(line.split(' '), cwd)).words;
}

/** What the help prints, which commander derives from the command line that it parses. */
async function helpOf(name: string): Promise<{ flags: readonly string[]; commands: readonly string[] }> {
  const { stdout } = await cli([...name.split(' ').filter(Boolean), '--help'], { cwd: temporaryFolder() });
  const flags = [...stdout.matchAll(/^ {2}(?:-\w, )?--(\[no-\])?([\w-]+)/gm)].flatMap(([, no, flag = '']) =>
    no === undefined ? [`--${flag}`] : [`--${flag}`, `--no-${flag}`],
  );
  const [, list = ''] = /^(?:Project|Commands):\n((?:.+\n)+)/m.exec(stdout) ?? [];
  return { flags, commands: [...list.matchAll(/^ {2}([\w-]+)/gm)].map(([, each = '']) => each) };
}

describe('the help and the candidates are the same', () => {
  test.each(names)('flags of "%s"', async (name) => {
    const { flags } = await helpOf(name);
    expect(flags.length).toBeGreaterThan(2);
    const { words } = await complete([...name.split(' ').filter(Boolean), '--']);
    expect(words.map(String).toSorted()).toEqual(flags.toSorted());
  });

  test.each(names.filter((name) => commands.some((each) => each.name.startsWith(`${name} `)) || name === ''))(
    'commands of "%s"',
    async (name) => {
      const listed = (await helpOf(name)).commands.filter((each) => each !== 'help');
      expect(listed.length).toBeGreaterThan(0);
      expect(await wordsFor(`${name} `.trimStart())).toEqual(expect.arrayContaining([...listed]));
    },
  );
});

const choices = all.flatMap(({ name, flags }) =>
  Object.values(flags).flatMap(({ options }) =>
    options.flatMap(({ long, argChoices }) => (argChoices === undefined ? [] : [[name, long!, argChoices] as const])),
  ),
);

test.each([...choices, ['', '--output', ['text', 'json', 'github', 'sarif']] as const])(
  '"%s %s" is completed with its choices',
  async (name, flag, values) => {
    expect(await wordsFor(`${name} ${flag} `.trimStart())).toEqual(values);
    expect(await wordsFor(`${name} ${flag}=`.trimStart())).toEqual(values);
  },
);

/** Flags and arguments whose values only the user knows. The names of new kinds are among them. */
const free: Readonly<Record<string, readonly string[]>> = {
  test: ['context', 'case', 'parallel', 'timeout', 'namespace', 'runLabels'],
  init: ['domain', 'projectName', 'owner'],
  adopt: ['domain', 'projectName'],
  'create api': [
    ...['plural', 'controllerName', 'image', 'imageContainerCommand', 'imageContainerPort', 'runAsUser'],
    ...['externalApiPackage', 'externalApiDomain', 'externalApiModule'],
  ],
  'create webhook': [
    ...['plural', 'defaultingPath', 'validationPath'],
    ...['externalApiPackage', 'externalApiDomain', 'externalApiModule'],
  ],
  edit: ['domain', 'projectName', 'owner'],
  'rename api': ['toKind', 'toPlural'],
  upgrade: ['to'],
  verify: ['kubernetes'],
  validate: ['kubernetes'],
  bundle: ['version', 'channels', 'defaultChannel', 'replaces', 'skips', 'image'],
  dev: ['context', 'confirm', 'webhookUrl'],
  'cluster up': ['nodes', 'capacity', 'kubernetes', 'readyAfter', 'failing', 'featureGates', 'ttl', 'port'],
  'cluster logs': ['tail'],
  // The list of markers takes longer to load than a key press may take.
  'inspect markers': ['name'],
};

test.each(all)('$name: every value has choices or a completion, or is in the list above', ({ name, flags }) => {
  const values = Object.entries(flags).filter(
    ([, { options, argument }]) => argument !== undefined || options[0]?.required === true,
  );
  const without = values.filter(
    ([, { options, completion }]) => completion === undefined && options[0]?.argChoices === undefined,
  );
  expect(without.map(([each]) => each)).toEqual(free[name] ?? []);
});

const project = `domain: example.com
layout:
- typescript.operator-gen/v1
projectName: shop
resources:
- api:
    crdVersion: v1
    namespaced: true
  controller: true
  controllers:
  - name: order-backup
  domain: example.com
  group: shop
  kind: Order
  version: v1
  webhooks:
    spoke:
    - v3
- api: {}
  group: shop
  kind: Order
  version: v2
- group: 'batch.jobs'
  kind: "Report"
  version: v1alpha1
- kind: Plain
  version: v2
plugins:
  x:
    kind: NotThis
version: "3"
`;

/** A folder with this PROJECT file. */
function projectWith(text: string): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'PROJECT'), text);
  return folder;
}

test.each([
  ['create webhook --kind ', ['Order', 'Report', 'Plain']],
  ['create webhook --kind=', ['Order', 'Report', 'Plain']],
  ['create webhook --kind O', ['Order']],
  ['create webhook --kind = ', ['Order', 'Report', 'Plain']],
  ['create webhook --kind =', ['Order', 'Report', 'Plain']],
  ['create webhook --kind = Or', ['Order']],
  ['create webhook --group shop --kind ', ['Order']],
  ['create webhook --group = shop --kind ', ['Order']],
  ['create webhook --group batch.jobs --version ', ['v1alpha1']],
  ['create webhook --kind Order --version v1 --conversion --spoke ', ['v2']],
  ['create webhook --kind Order --version v1 --spoke v2,', []],
  ['create webhook --kind Order --spoke v1,', ['v1,v2']],
  ['create api --version v9 --kind ', ['Order', 'Report', 'Plain']],
  ['create api --kind Order --version ', ['v1', 'v2']],
  ['delete api --kind ', ['Order', 'Report', 'Plain']],
  ['delete webhook --kind Report --version ', ['v1alpha1']],
  ['delete api --group ', ['shop', 'batch.jobs']],
  ['rename api --kind ', ['Order', 'Report', 'Plain']],
  ['rename api --group shop --to-group ', ['batch.jobs']],
  ['--quiet delete api --kind P', ['Plain']],
  ['rename api --to-kind ', []],
  ['create api --plural ', []],
  ['delete api --kind Order extra ', []],
  ['frobnicate ', []],
])('the project completes "%s"', async (line, expected) => {
  const folder = join(projectWith(project), 'src/api');
  mkdirSync(folder, { recursive: true });
  expect(await wordsFor(line, folder)).toEqual(expected);
});

test('--cwd names the project', async () => {
  const folder = projectWith(project);
  expect((await complete(['-C', folder, 'delete', 'api', '--kind', ''])).words).toContain('Order');
  expect((await complete(['delete', 'api', `--cwd=${folder}`, '--kind', ''])).words).toContain('Order');
});

test.each([
  ['verify ', ':0'],
  ['validate objects.yaml --crd ', ':0'],
  ['validate a.yaml ', ':0'],
  ['check --against=', ':0'],
  ['-C ', ':0'],
  ['init --domain ', ':4'],
  ['delete api ', ':4'],
])('names of files are completed where a file can be named: "%s"', async (line, directive) => {
  expect(await complete(line.split(' '))).toMatchObject({ directive });
});

test('lists of codes are completed word by word', async () => {
  expect(await wordsFor('check --only unknown-f')).toEqual(['unknown-format']);
  expect(await wordsFor('check --skip stale-file,pod-security-w')).toEqual(['stale-file,pod-security-warning']);
});

test('completion, help, and a word with nothing else to say', async () => {
  expect(await wordsFor('completion ')).toEqual(shells);
  expect(await wordsFor('completion f')).toEqual(['fish']);
  expect(await wordsFor('help delete ')).toEqual(['api', 'webhook']);
  expect(await wordsFor('delete api ')).toContain('--kind');
  expect(await wordsFor('delete api --kind Order --')).not.toContain('--kind');
  expect(await wordsFor('-')).toEqual(expect.arrayContaining(['-q', '--quiet', '-V', '--version']));
});

const hostileNames = [
  '$(touch pwned)',
  '`touch pwned`',
  'a;touch pwned',
  "a'b",
  '-rf',
  '--force',
  'a b',
  '\u001b[2Jx',
  'a\\tb',
  'a|b',
  '*',
  '~root',
  '!!',
  'ärger',
  'x'.repeat(300),
];

describe('a hostile or broken PROJECT gives no candidates', () => {
  test.each(hostileNames)('a kind named %j', async (name) => {
    const entries = ['kind', 'group', 'version'].map((key) => `  ${key}: ${name}\n`).join('');
    const folder = projectWith(`resources:\n- x: y\n${entries}- kind: Good\n`);
    expect(await wordsFor('delete api --kind ', folder)).toEqual(['Good']);
    expect(await wordsFor('delete api --group ', folder)).toEqual([]);
    expect(await wordsFor('delete api --version ', folder)).toEqual([]);
  });

  test.each([
    ['empty', ''],
    ['no YAML', '\0\u0001{{{{'],
    ['a scalar', 'resources'],
    ['aliases', `a: &a [x]\nresources:\n- kind: *a\n`],
    ['a huge file', `resources:\n- kind: Order\n${'#'.repeat(2 * 1024 * 1024)}`],
  ])('%s', async (_name, text) => {
    expect(await complete(['delete', 'api', '--kind', ''], projectWith(text))).toEqual({ words: [], directive: ':4' });
  });

  test('70,000 entries take little time', async () => {
    const folder = projectWith(`resources:\n${'- kind: Order\n'.repeat(70_000)}`);
    const start = process.cpuUsage();
    expect(await wordsFor('delete api --kind ', folder)).toEqual(['Order']);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(2_000);
  });

  test('a folder, a link, and a FIFO, which nobody waits for', async () => {
    const folders = [0, 1, 2].map(() => temporaryFolder());
    const [folder = '', link = '', fifo = ''] = folders.map((each) => join(each, 'PROJECT'));
    mkdirSync(folder);
    symlinkSync(join(projectWith(project), 'PROJECT'), link);
    if (process.platform !== 'win32') execFileSync('mkfifo', [fifo]);
    for (const each of folders) expect(await wordsFor('delete api --kind ', each)).toEqual([]);
  });
});

test('a folder that is gone, and a line that makes no sense, are silent', async () => {
  expect(await complete(['delete', 'api', '--kind', ''], '/nowhere/at/all')).toEqual({ words: [], directive: ':4' });
  expect(await complete([])).toMatchObject({ directive: ':4' });
  expect(await complete(['--kind=', '=', '=', '--', '-', ''])).toMatchObject({ directive: ':4' });
});

test('completion needs a shell that it knows', async () => {
  const cwd = temporaryFolder();
  expect(await cli(['completion'], { cwd })).toMatchObject({ exitCode: 2 });
  const { exitCode, stderr } = await cli(['completion', 'bsh'], { cwd });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('error invalid-value: invalid value "bsh" for shell');
  expect(stderr).toContain('did you mean bash?');
  expect(await cli(['complete', 'x'], { cwd })).toMatchObject({ exitCode: 2 });
});
