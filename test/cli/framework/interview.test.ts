import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { toolVersion } from '../../../src/base/io/tool.js';
import { newProjectText } from '../../../src/project/project-edit.js';
import type { ProcessContext } from '../../../src/cli/framework/context.js';
import { temporaryFolder } from '../../support/tree.js';
import { answering, cli, Kept, Keyboard, plainText } from './support.js';

type Names = readonly [group: string, version: string, kind: string];

/** A folder with a project of these kinds, by default of two, one of them with two versions. */
function projectFolder(
  kinds: readonly Names[] = [
    ['shop', 'v1', 'Order'],
    ['shop', 'v2', 'Order'],
    ['batch', 'v1alpha1', 'Report'],
  ],
  multigroup = true,
): string {
  const folder = temporaryFolder();
  const entries = kinds.map(([group, version, kind]) =>
    [
      `- ${group === '' ? '' : `group: ${group}\n  `}kind: ${kind}\n  version: ${version}\n`,
      '  domain: a.b\n  api: {crdVersion: v1, namespaced: true}\n',
    ].join(''),
  );
  const text = newProjectText({ domain: 'a.b', projectName: 'web' }, toolVersion());
  writeFileSync(join(folder, 'PROJECT'), `${text}multigroup: ${multigroup}\nresources:\n${entries.join('')}`);
  return folder;
}

/** Runs a command on a terminal of which both ends are ours; keys are pressed when the question that they answer is drawn. */
async function onTerminal(
  argv: readonly string[],
  answers: readonly (readonly [question: string, keys: string | null])[],
  given: Partial<ProcessContext> = {},
) {
  const cwd = given.cwd ?? (argv[0] === 'init' ? temporaryFolder() : projectFolder());
  const stdin = new Keyboard();
  const stdout = new Kept();
  stdin.isTTY = true;
  stdout.isTTY = true;
  const left = [...answers];
  // A question that is asked again was drawn before.
  let drawn = 0;
  const typing = setInterval(() => {
    const next = left[0];
    if (next === undefined || !plainText(stdout.text.slice(drawn)).includes(next[0])) return;
    left.shift();
    drawn = stdout.text.length;
    if (next[1] === null) stdin.end();
    else stdin.write(next[1]);
  }, 10);
  const { operation, seen } = answering({}, cwd);
  const names = ['init', 'create api', 'create webhook'];
  const operations = Object.fromEntries(names.map((name) => [name, async () => operation]));
  const ran = await cli(argv, { cwd, stdin, stdout, operations, ...given });
  clearInterval(typing);
  return { ...ran, cwd, options: seen[0], unanswered: left };
}

test('create api asks for what no flag says, and prints the line that asks nothing', async () => {
  const ran = await onTerminal(
    ['create', 'api', '--force'],
    [
      ['API group', 'apps\r'],
      ['API version', '\r'],
      ['Kind', 'WebServer\r'],
      ['Scaffold the types?', '\r'],
      ['Scaffold a controller?', 'n'],
    ],
  );
  expect(ran.unanswered).toEqual([]);
  expect(ran.options).toEqual({
    group: 'apps',
    version: 'v1',
    kind: 'WebServer',
    resource: true,
    controller: false,
    namespaced: true,
    empty: false,
    force: true,
    ssa: false,
  });
  expect(ran.stderr).toContain(
    'npx operator-gen create api --group apps --version v1 --kind WebServer --force --resource --no-controller\n',
  );
});

test.each([
  ['with colors', [], true],
  ['without colors after --no-color', ['--no-color'], false],
])('questions are drawn %s', async (_, argv, isColored) => {
  vi.stubEnv('FORCE_COLOR', '1');
  vi.stubEnv('NO_COLOR', undefined);
  try {
    const flags = ['--version', 'v1', '--kind', 'Web', '--resource'];
    const answers = [
      ['API group', '\r'],
      ['Scaffold a controller?', 'n'],
    ] as const;
    const ran = await onTerminal(['create', 'api', ...flags, ...argv], answers);
    expect(ran.unanswered).toEqual([]);
    // A color or a weight; other sequences move the cursor.
    expect(ran.stdout.split('\u001b[').some((each) => /^[\d;]+m/.test(each))).toBe(isColored);
  } finally {
    vi.unstubAllEnvs();
  }
});

test('an empty group is none', async () => {
  const flags = ['--version', 'v1', '--kind', 'Web', '--resource', '--controller'];
  const ran = await onTerminal(['create', 'api', ...flags], [['API group', '\r']]);
  expect(ran.options).not.toHaveProperty('group');
});

test('an answer that is not a name is asked for again, with the rule', async () => {
  const flags = ['--group', 'apps', '--version', 'v1', '--resource', '--controller'];
  const ran = await onTerminal(
    ['create', 'api', ...flags],
    [
      ['Kind', 'web\r'],
      ['PascalCase letters and digits, at most 59 characters; for example Web', '\u0015Object\r'],
      ['compiled markers use Object and Symbol', '\u0015Web\r'],
    ],
  );
  expect(ran.unanswered).toEqual([]);
  expect(ran.options).toMatchObject({ kind: 'Web' });
});

test.each([
  ['apps.a.b', '.a.b is added to the group; type apps'],
  ['batch.jobs.a.b', '.a.b is added to the group; type batch.jobs'],
  ['a.b', '.a.b is added to the group; leave it empty'],
])('a group with the domain, %s, is asked for again', async (group, reason) => {
  const flags = ['--version', 'v1', '--kind', 'Web', '--resource', '--controller'];
  const ran = await onTerminal(
    ['create', 'api', ...flags],
    [
      ['API group, to which .a.b is added (empty for a.b itself)', `${group}\r`],
      [reason, '\u0015apps\r'],
    ],
  );
  expect(ran.unanswered).toEqual([]);
  expect(ran.options).toMatchObject({ group: 'apps' });
});

test.each<[flags: string, questions: string[], options: object]>([
  ['--no-controller', [], { resource: true, controller: false }],
  ['--no-resource', [], { resource: false, controller: true }],
  ['--no-namespaced', ['Scaffold a controller?'], { resource: true, controller: true }],
  ['--empty', ['Scaffold a controller?'], { resource: true, controller: true }],
  ['--ssa', ['Scaffold the types?'], { resource: true, controller: true }],
  ['--controller-name second', ['Scaffold the types?'], { resource: true, controller: true }],
  ['--image app:1', [], { resource: true, controller: true }],
  ['--external-api-package @example/certs/v1', [], { resource: false, controller: true }],
])('create api %s asks only %j: No could only fail for the others', async (flags, questions, options) => {
  const ran = await onTerminal(
    ['create', 'api', '--group', 'shop', '--version', 'v1', '--kind', 'Site', ...flags.split(' ')],
    questions.map((each) => [each, '\r'] as const),
  );
  expect(ran.exitCode).toBe(0);
  expect(ran.unanswered).toEqual([]);
  expect(ran.options).toMatchObject(options);
});

test('create api refuses a second group right after the group, and has the first one as default', async () => {
  const cwd = projectFolder([['shop', 'v1', 'Order']], false);
  const refused = await onTerminal(['create', 'api'], [['API group', 'other\r']], { cwd });
  expect(refused.stderr).toContain('error multigroup-required: ');
  const flags = ['--version', 'v1', '--kind', 'Web', '--resource', '--controller'];
  expect((await onTerminal(['create', 'api', ...flags], [['API group', '\r']], { cwd })).options).toMatchObject({
    group: 'shop',
  });
  // A group of Kubernetes, or of a package, needs no layout.
  for (const more of [['--no-resource'], ['--external-api-package', '@example/certs/v1']]) {
    const words = ['--version', 'v1', '--kind', 'Deployment', ...more];
    const ran = await onTerminal(['create', 'api', ...words], [['API group', 'apps\r']], { cwd });
    expect(ran.options).toMatchObject({ group: 'apps', resource: false });
  }
});

const escape = '\u001b';

test('Escape goes back, shows the earlier answer, and takes back what followed from it', async () => {
  const ran = await onTerminal(
    ['create', 'api'],
    [
      ['API group', escape],
      ['API group', 'app\r'],
      ['API version (Esc: back)', escape],
      ['API group', 's\r'],
      ['API version (Esc: back)', 'v1beta1\r'],
      ['Kind', 'Web\r'],
      ['Scaffold the types?', escape],
      ['Kind, for example WebServer (Esc: back)', 'Site\r'],
      ['Scaffold the types?', '\r'],
      ['Scaffold a controller?', escape],
      ['Scaffold the types?', 'n'],
    ],
  );
  expect(ran.unanswered).toEqual([]);
  expect(ran.exitCode).toBe(0);
  expect(ran.options).toMatchObject({ group: 'apps', version: 'v1beta1', kind: 'WebSite', resource: false });
  expect(ran.options).toMatchObject({ controller: true });
  expect(ran.stderr.match(/--group/g)).toHaveLength(1);
});

/** Each question with a default: the line and the answers that lead to it, its default and another answer. */
const defaults: readonly {
  readonly line: string;
  readonly folder: () => string;
  readonly before?: readonly (readonly [question: string, keys: string])[];
  readonly question: string;
  readonly standard: (folder: string) => string;
  readonly other: string;
}[] = [
  {
    ...{ line: 'init --project-name web', folder: temporaryFolder, question: 'Domain' },
    ...{ standard: () => 'my.domain', other: 'example.com' },
  },
  {
    ...{ line: 'init --domain a.b', folder: temporaryFolder, question: 'Project name' },
    ...{ standard: (folder) => basename(folder).toLowerCase(), other: 'shop' },
  },
  {
    ...{ line: 'create api --group shop --kind Site --resource --controller', folder: projectFolder },
    ...{ question: 'API version', standard: () => 'v1', other: 'v1beta1' },
  },
  {
    ...{
      line: 'create webhook --group core --version v1 --defaulting',
      folder: () => projectFolder([['shop', 'v1', 'Order']]),
    },
    ...{ question: 'Kind', standard: () => 'Order', other: 'Pod' },
  },
  {
    ...{ line: 'create webhook --version v1 --defaulting', folder: projectFolder, before: [['Kind', 'Order\r']] },
    ...{ question: 'API group', standard: () => 'shop', other: 'apps' },
  },
  {
    ...{ line: 'create webhook --kind Report --group batch --defaulting', folder: projectFolder },
    ...{ question: 'API version', standard: () => 'v1alpha1', other: 'v2' },
  },
  {
    line: 'create webhook --kind Order --group shop --version v2 --conversion',
    folder: () => projectFolder(['v1', 'v2', 'v3'].map((version) => ['shop', version, 'Order'])),
    ...{ question: 'Versions to convert', standard: () => 'v1,v3', other: 'v3' },
  },
];

test.each(defaults)('$line: the default is taken by Enter, and replaced by typing', async (given) => {
  const { line, folder, before = [], question, standard, other } = given;
  const cwd = folder();
  const kept = standard(cwd);
  /** Returns the answer that the terminal shows in the end. */
  const answered = async (...answers: readonly (readonly [string, string])[]) => {
    const ran = await onTerminal(line.split(' '), [...before, ...answers], { cwd });
    expect(ran.unanswered).toEqual([]);
    const shown = plainText(ran.stdout);
    expect(shown).toContain(`(${kept})`);
    return new RegExp(`◇  ${question}.*\\n\\S? +(.*)`).exec(shown)?.[1]?.trim();
  };
  expect(await answered([question, '\r'])).toBe(kept);
  expect(await answered([question, `${other}\r`])).toBe(other);
  expect(await answered([question, 'x'], ['x', '\u007f\r'])).toBe(kept);
  // Pasted, with what is around it.
  expect(await answered([question, `  ${other} \r`])).toBe(other);
  const invalid = 'not/valid';
  expect(await answered([question, `${invalid}\r`], ['Not accepted', `\u0015${other}\r`])).toBe(other);
});

test('a default that was taken is still one after Escape', async () => {
  const ran = await onTerminal(
    ['init'],
    [
      ['Domain', '\r'],
      ['Project name', escape],
      ['Domain', 'example.com\r'],
      ['Project name', 'shop\r'],
    ],
  );
  expect(ran.options).toMatchObject({ domain: 'example.com', projectName: 'shop' });
});

test('the default of a group follows the kind, also where another one was taken before', async () => {
  const ran = await onTerminal(
    ['create', 'webhook', '--defaulting'],
    [
      ['Kind', 'Order\r'],
      ['API group', '\r'],
      ['API version', escape],
      ['API group', escape],
      ['Kind', '\u0015Report\r'],
      ['API group', '\r'],
      ['API version', '\r'],
    ],
  );
  expect(ran.unanswered).toEqual([]);
  expect(ran.options).toMatchObject({ kind: 'Report', group: 'batch', version: 'v1alpha1' });
});

test('a kind that is also in the domain itself has no default for its group', async () => {
  const ran = await onTerminal(
    ['create', 'webhook', '--version', 'v1', '--defaulting'],
    [
      ['Kind', '\r'],
      ['API group, to which .a.b is added (empty for a.b itself)', '\r'],
    ],
    {
      cwd: projectFolder([
        ['', 'v1', 'Order'],
        ['shop', 'v1', 'Order'],
      ]),
    },
  );
  expect(ran.unanswered).toEqual([]);
  expect(ran.options).not.toHaveProperty('group');
});

test('Escape at the only question asks it again', async () => {
  const ran = await onTerminal(
    ['init', '--domain', 'a.b'],
    [
      ['Project name', escape],
      ['Project name', '\u0015web\r'],
    ],
  );
  expect(ran.options).toMatchObject({ domain: 'a.b', projectName: 'web' });
});

test('create webhook asks for what no flag says, and knows the project', async () => {
  const ran = await onTerminal(
    ['create', 'webhook'],
    [
      ['Kind, for example Order, Report', 'Order\r'],
      ['API group', '\r'],
      ['API version', 'v3\u007f\u007f\r'],
      ['Webhooks', '\r'],
      ['at least one', ' \u001b[B\u001b[B \r'],
      ['Versions to convert to v1', '\r'],
      ['must be installed in the cluster', '\u001b[B\r'],
    ],
  );
  expect(ran.unanswered).toEqual([]);
  const options = { group: 'shop', version: 'v1', kind: 'Order', defaulting: true, conversion: true, spoke: ['v2'] };
  expect(ran.options).toEqual({ ...options, validation: false, force: false, certificates: 'self-signed' });
  expect(ran.stderr).toContain(
    'npx operator-gen create webhook --group shop --version v1 --kind Order --defaulting --conversion --spoke v2' +
      ' --certificates self-signed\n',
  );
});

test('create webhook goes back from the versions to convert, and asks again for versions that cannot be', async () => {
  const ran = await onTerminal(
    ['create', 'webhook', '--kind', 'Order', '--group', 'shop', '--version', 'v1'],
    [
      ['Webhooks', '\u001b[A \r'],
      ['Versions to convert to v1', ',\r'],
      ['at least one version', '\u0015v1\r'],
      ['is the version to convert to', '\u0015v9\r'],
      ['Order has the other versions v2', escape],
      ['Webhooks', ' \u001b[A \r'],
      ['Issuer of the certificate', '\r'],
    ],
  );
  expect(ran.unanswered).toEqual([]);
  expect(ran.options).toEqual({
    ...{ group: 'shop', version: 'v1', kind: 'Order', defaulting: true, validation: false, conversion: false },
    ...{ spoke: [], force: false, certificates: 'cert-manager' },
  });
});

test.each([
  ['--kind Pod --group core --version v1 --defaulting', []],
  ['--kind Order --group shop --version v1 --programmatic-validation', []],
  ['--certificates self-signed', []],
  ['--kind Order --group shop --version v1 --certificates self-signed', []],
  ['--kind Order --group shop --defaulting', ['API version']],
])('create webhook %s asks only %j', async (flags, questions) => {
  const ran = await onTerminal(
    ['create', 'webhook', ...flags.split(' ')],
    questions.map((each) => [each, '\r'] as const),
  );
  expect(ran.exitCode).toBe(0);
  expect(ran.unanswered).toEqual([]);
  expect(ran.stderr.includes('Without questions')).toBe(questions.length > 0);
});

test('create webhook without a terminal names the flags', async () => {
  const ran = await onTerminal(['create', 'webhook', '--no-input'], []);
  expect(ran.exitCode).toBe(2);
  expect(ran.stderr).toContain('missing required flags: --version, --kind');
});

test('init offers the defaults', async () => {
  const ran = await onTerminal(
    ['init'],
    [
      ['Domain', '\r'],
      ['Project name', '\r'],
    ],
  );
  const projectName = basename(ran.cwd).toLowerCase();
  expect(ran.options).toEqual({
    ...{ domain: 'my.domain', projectName },
    ...{ minimal: false, skipInstall: false, force: false },
  });
  expect(ran.stderr).toContain(`npx operator-gen init --domain my.domain --project-name ${projectName}\n`);
});

test('nothing is asked when every flag is there, and no line is printed', async () => {
  const ran = await onTerminal(['init', '--domain', 'a.b', '--project-name', 'web'], []);
  expect(ran.options).toMatchObject({ domain: 'a.b', projectName: 'web' });
  expect(ran.stderr).not.toContain('without questions');
});

test.each<[string, string[], Partial<ProcessContext>]>([
  ['--yes', ['--yes'], {}],
  ['--no-input', ['--no-input'], {}],
  ['--output json', ['--output', 'json'], {}],
  ['CI', [], { env: { CI: 'true' } }],
  ['a pipe for stdin', [], { stdin: new Keyboard() }],
  ['a pipe for stdout', [], { stdout: new Kept() }],
])('nothing is asked with %s: defaults, or an error that names the flags', async (_name, flags, given) => {
  const init = await onTerminal(['init', ...flags], [], given);
  expect(init.options).toMatchObject({ domain: 'my.domain' });
  const api = await onTerminal(['create', 'api', ...flags], [], given);
  expect(api.exitCode).toBe(2);
  expect(api.options).toBeUndefined();
  expect(`${api.stdout}${api.stderr}`).toContain('missing required flags: --version, --kind');
});

test('CI=false is not CI', async () => {
  const ran = await onTerminal(['init', '--domain', 'a.b'], [['Project name', '\r']], { env: { CI: 'false' } });
  expect(ran.unanswered).toEqual([]);
});

test.each([
  ['create api', 'API group'],
  ['create webhook', 'Kind'],
  ['init', 'Domain'],
])('Ctrl-C at a question of %s is 130, and the operation never starts', async (command, question) => {
  const ran = await onTerminal(command.split(' '), [[question, '\u0003']]);
  expect(ran.exitCode).toBe(130);
  expect(ran.options).toBeUndefined();
  expect(ran.stderr).toContain('error interrupted: the command was interrupted; nothing was written');
});

test('an input that ends at a question is 130, and names the flags to give instead', async () => {
  const ran = await onTerminal(
    ['create', 'api'],
    [
      ['API group', 'apps\r'],
      ['API version', null],
    ],
  );
  expect(ran.exitCode).toBe(130);
  expect(ran.options).toBeUndefined();
  expect(ran.stderr).toMatch(/error end-of-input: .*\n  help: .*--group, --version\n/);
});

test.each([
  ['create api', 'project-not-found', temporaryFolder],
  ['create webhook', 'project-not-found', temporaryFolder],
  ['init', 'project-exists', projectFolder],
  ['init --domain a_b', 'invalid-name', temporaryFolder],
  ['init --license-file none.txt', 'invalid-license', temporaryFolder],
  ['create api --group A_B', 'invalid-name', projectFolder],
  ['create api --no-resource --no-controller', 'nothing-to-create', projectFolder],
  ['create api --image memcached --ssa', 'conflicting-flags', projectFolder],
  ['create api --empty --no-resource', 'flag-requires-flag', projectFolder],
  ['create api --group shop --version v1 --kind Order --plural x --resource', 'api-exists', projectFolder],
  ['create webhook --kind Nope', 'api-not-found', projectFolder],
  ['create webhook --kind Pods --group core', 'built-in-kind-not-found', projectFolder],
  ['create webhook --kind Order --group shop --version v3', 'api-not-found', projectFolder],
  ['create webhook --spoke v2 --defaulting', 'flag-requires-flag', projectFolder],
  ['create webhook --kind Order --group shop --version v1 --plural x', 'api-exists', projectFolder],
])('%s is refused with %s before any question', async (line, code, folder) => {
  const ran = await onTerminal(line.split(' '), [], { cwd: folder() });
  expect(ran.stderr).toContain(`error ${code}: `);
  expect(ran.stderr).not.toContain('end-of-input');
  expect(plainText(ran.stdout)).toBe('');
  expect(ran.options).toBeUndefined();
});

test('create webhook asks again for a kind that nothing has, and refuses one of another group at once', async () => {
  const ran = await onTerminal(
    ['create', 'webhook'],
    [
      ['Kind, for example', 'Orders\r'],
      ['neither PROJECT nor Kubernetes has this kind; for example Order', '\u0015Frobnicator\r'],
      ['the project has Order, Report', '\u0015Order\r'],
      ['API group', 'batch\r'],
    ],
  );
  expect(ran.unanswered).toEqual([]);
  expect(ran.stderr).toContain('error api-not-found: PROJECT does not list the kind Order of batch.a.b\n');
});

test('create webhook does not offer to convert a kind with one version', async () => {
  const flags = ['--kind', 'Report', '--group', 'batch', '--version', 'v1alpha1'];
  const ran = await onTerminal(
    ['create', 'webhook', ...flags],
    [
      ['Webhooks', '\u001b[A \r'],
      ['Issuer of the certificate', '\r'],
    ],
  );
  expect(ran.options).toMatchObject({ defaulting: false, validation: true, conversion: false });
  expect(plainText(ran.stdout)).not.toContain('Conversion');
});

test('an Escape leaves the answer of a yes/no question as it was', async () => {
  const ran = await onTerminal(
    ['create', 'api', '--group', 'shop', '--version', 'v1'],
    [
      ['Kind', 'Site\r'],
      ['Scaffold the types?', escape],
      ['Kind', '\r'],
      ['Scaffold the types?', '\r'],
      ['Scaffold a controller?', '\r'],
    ],
  );
  expect(ran.unanswered).toEqual([]);
  const [asked, left] = plainText(ran.stdout).split('Scaffold the types? (Esc: back)').slice(1);
  expect(asked).toMatch(/Yes \/ \S No/);
  expect(left?.split('\n')[1]).toMatch(/^\S +Yes$/);
});
