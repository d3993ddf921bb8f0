import { describe, expect, test } from 'vitest';
import { headingOf, helpGroups } from '../../../src/cli/framework/cli-command.js';
import { commands } from '../../../src/commands.js';
import { selectionOf } from '../../../src/cli/commands/selection.js';
import { temporaryFolder } from '../../support/tree.js';
import { cli, filesIn, Kept } from './support.js';

interface Case {
  readonly line: string;
  readonly code: string;
  /** What the message must name. */
  readonly names: string;
  readonly help: string;
  readonly command: string;
}

const cases: readonly Case[] = [
  {
    line: '',
    code: 'missing-command',
    names: 'operator-gen',
    help: 'init, create, edit, delete, adopt, rename, upgrade, manifests, check',
    command: '',
  },
  { line: 'create', code: 'missing-command', names: 'create', help: 'api', command: 'create' },
  { line: 'manifest', code: 'unknown-command', names: 'manifest', help: 'manifests', command: '' },
  { line: 'create apis', code: 'unknown-command', names: 'apis', help: 'did you mean api?', command: 'create' },
  { line: 'help frobnicate', code: 'unknown-command', names: 'frobnicate', help: 'operator-gen --help', command: '' },
  { line: 'help create apis', code: 'unknown-command', names: 'apis', help: 'did you mean api?', command: 'create' },
  { line: 'create help apis', code: 'unknown-command', names: 'apis', help: 'did you mean api?', command: 'create' },
  { line: 'help init x', code: 'unknown-command', names: 'x', help: 'init --help', command: 'init' },
  { line: 'frobnicate', code: 'unknown-command', names: 'frobnicate', help: 'operator-gen --help', command: '' },
  { line: 'creat api --version v1', code: 'unknown-command', names: 'creat', help: 'create', command: '' },
  { line: '-C . frob -V', code: 'unknown-command', names: 'frob', help: 'operator-gen --help', command: '' },
  { line: 'manifest --version', code: 'unknown-command', names: 'manifest', help: 'manifests', command: '' },
  { line: 'init --domian x', code: 'unknown-flag', names: '--domian', help: '--domain', command: 'init' },
  { line: 'check --dryrun', code: 'unknown-flag', names: '--dryrun', help: '--dry-run', command: 'check' },
  { line: 'create api --knd X', code: 'unknown-flag', names: '--knd', help: '--kind', command: 'create api' },
  { line: 'init --xyzzy', code: 'unknown-flag', names: '--xyzzy', help: 'init --help', command: 'init' },
  { line: 'manifests --force', code: 'unknown-flag', names: '--force', help: 'manifests', command: 'manifests' },
  ...(
    [
      // Of one command below, of several, of a sibling, of a command elsewhere, and of none with this spelling.
      ['rename --kind X', '--kind is a flag of rename api; see: npx operator-gen rename api --help'],
      ['delete --kind=X', '--kind is a flag of delete api, delete webhook; see: npx operator-gen delete --help'],
      ['create --group x', '--group is a flag of create api, create webhook; see: npx operator-gen create --help'],
      ['create webhook --from-crd x', '--from-crd is a flag of create api; see: npx operator-gen create api --help'],
      ['edit --to-kind X', '--to-kind is a flag of rename api; see: npx operator-gen rename api --help'],
      ['--watch', '--watch is a flag of manifests; see: npx operator-gen manifests --help'],
      ['delete --kin X', 'did you mean --kind of delete api?'],
    ] as const
  ).map(([line, help]) => ({
    line,
    code: 'unknown-flag',
    names: /--[\w-]+/.exec(line)![0],
    help,
    command: line.startsWith('-') ? '' : line.split(' --', 1)[0]!,
  })),
  { line: 'init here', code: 'unexpected-arguments', names: 'here', help: 'init --help', command: 'init' },
  { line: 'verify', code: 'missing-positional-argument', names: 'paths', help: 'verify --help', command: 'verify' },
  { line: 'verify', code: 'missing-positional-argument', names: 'paths', help: 'at least one', command: 'verify' },
  { line: 'validate', code: 'missing-positional-argument', names: 'objects', help: 'one', command: 'validate' },
  { line: 'completion', code: 'missing-positional-argument', names: 'shell', help: 'pass it;', command: 'completion' },
  { line: 'init --enable prometheus,foo', code: 'invalid-value', names: '"foo" for', help: '--help', command: 'init' },
  {
    line: 'create api --version v1 --kind X --image a --image-container-port 0',
    code: 'invalid-value',
    names: 'from 1 to 65535',
    help: 'create api --help',
    command: 'create api',
  },
  { line: 'verify x --output yaml', code: 'invalid-value', names: '--output', help: 'verify', command: 'verify' },
  { line: 'create api', code: 'missing-flag', names: '--version, --kind', help: '--help', command: 'create api' },
  { line: 'create api --kind X', code: 'missing-flag', names: '--version', help: '--help', command: 'create api' },
  { line: 'init --domain', code: 'missing-value', names: '--domain', help: '--domain=', command: 'init' },
  { line: 'init --domain=', code: 'invalid-value', names: 'empty', help: '--help', command: 'init' },
  { line: 'create api --group --kind X', code: 'invalid-value', names: '--group', help: '', command: 'create api' },
  { line: 'create api --version --kind X', code: 'invalid-value', names: '--version', help: '', command: 'create api' },
  { line: 'create api --version v1 --kind', code: 'missing-value', names: '--kind', help: '', command: 'create api' },
  {
    line: 'create api --version v1 --kind --plural',
    code: 'invalid-value',
    names: '--kind',
    help: '',
    command: 'create api',
  },
  { line: 'create api --kind= --version v1', code: 'invalid-value', names: 'empty', help: '', command: 'create api' },
  {
    line: 'create api --controller-name --force',
    code: 'invalid-value',
    names: '--controller-name',
    help: '',
    command: 'create api',
  },
  {
    line: 'create api --external-api-path github.com/x/y',
    code: 'unknown-flag',
    names: '--external-api-path',
    help: '--external-api-package',
    command: 'create api',
  },
  {
    line: 'create api --resource=maybe',
    code: 'invalid-value',
    names: 'true or false',
    help: '',
    command: 'create api',
  },
  {
    line: 'check --output jsno',
    code: 'invalid-value',
    names: 'text, json, github, sarif',
    help: 'json?',
    command: 'check',
  },
  {
    line: 'inspect makers',
    code: 'unknown-command',
    names: 'makers',
    help: 'did you mean markers?',
    command: 'inspect',
  },
  {
    line: 'inspect markers Minimun',
    code: 'unknown-marker',
    names: 'Minimun',
    help: 'did you mean Minimum?',
    command: 'inspect markers',
  },
  {
    line: 'inspect markers frobnicate',
    code: 'unknown-marker',
    names: 'frobnicate',
    help: 'operator-gen inspect markers',
    command: 'inspect markers',
  },
  {
    line: 'inspect markers Enum Rbac',
    code: 'unexpected-arguments',
    names: 'Rbac',
    help: '',
    command: 'inspect markers',
  },
  {
    line: 'check --cwd nowhere',
    code: 'folder-not-found',
    names: 'nowhere',
    help: 'create the folder',
    command: 'check',
  },
];

test.each(cases)('"$line" is refused: $code', async ({ line, code, names, help, command }) => {
  const cwd = temporaryFolder();
  const words = line.split(' ').filter(Boolean);
  const text = await cli(words, { cwd });
  expect(text.exitCode).toBe(2);
  expect(text.stdout).toBe('');
  const [, message, remedy] = /^error [a-z-]+: (.*)\n  help: (.*)$/m.exec(text.stderr) ?? [];
  expect(text.stderr).toContain(`error ${code}: `);
  expect(message).toContain(names);
  expect(remedy).toContain(help);

  const json = await cli(['--output', 'json', ...words], { cwd });
  expect(json.exitCode).toBe(2);
  expect(JSON.parse(json.stdout)).toMatchObject({
    version: 1,
    ok: false,
    exitCode: 2,
    command,
    diagnostics: [
      {
        code,
        severity: 'error',
        message,
      },
    ],
  });
  expect(filesIn(cwd)).toEqual({});
});

test.each([['--output=json'], ['--output', 'json']])('a usage error is JSON wherever %s stands', async (...flag) => {
  const { stdout } = await cli([...flag, 'create', 'api'], { cwd: temporaryFolder() });
  expect(JSON.parse(stdout).diagnostics[0].code).toBe('missing-flag');
});

test('a usage error is an annotation with --output github', async () => {
  const { stdout, exitCode } = await cli(['create', 'api', '--output', 'github'], { cwd: temporaryFolder() });
  expect(stdout).toMatch(/^::error title=missing-flag::missing required flags: --version, --kind%0A/);
  expect(exitCode).toBe(2);
});

test.each([
  ['help create api', 'create api --help'],
  ['create help api', 'create api --help'],
  ['help inspect markers', 'inspect markers --help'],
  ['help create', 'create --help'],
  ['help', '--help'],
])('"%s" prints the same as "%s"', async (line, same) => {
  const [one, other] = await Promise.all([line, same].map((each) => cli(each.split(' '), { cwd: '/' })));
  expect(one).toMatchObject({ exitCode: 0, stderr: '' });
  expect(one?.stdout).toBe(other?.stdout);
});

test.each([
  ['verify', '<paths...>'],
  ['validate', '<objects...>'],
  ['completion', '<shell>'],
  ['bundle validate', '[folder]'],
])('the usage of %s shows whether its argument is required: %s', async (command, argument) => {
  const { stdout } = await cli([...command.split(' '), '--help'], { cwd: '/' });
  expect(stdout).toContain(`operator-gen ${command} [options] ${argument}\n`);
});

describe('a terminal of 80 by 24 shows', () => {
  const rows = 23; // The prompt takes one.

  /** Returns the lines that do not scroll off. */
  async function screen(line: string): Promise<readonly string[]> {
    const stream = Object.assign(new Kept(), { columns: 80 });
    await cli(line.split(' ').filter(Boolean), { cwd: '/', stdout: stream, stderr: stream });
    const lines = stream.text.trimEnd().split('\n');
    return lines
      .flatMap((each) => [each, ...Array<string>(Math.floor(Math.max(0, each.length - 1) / 80)).fill('')])
      .slice(-rows);
  }

  const names = commands.map(({ name }) => name).filter((name) => !name.includes(' '));

  test('every command with its summary at the end of the help', async () => {
    const lines = await screen('--help');
    for (const { name, summary } of commands.filter((each) => names.includes(each.name)))
      expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^  ${name} +${summary}$`)));
    expect(lines).toEqual(expect.arrayContaining([...helpGroups.map(headingOf)]));
  });

  test('every command and the error if none is given', async () => {
    const lines = await screen('');
    expect(lines[0]).toMatch(/^Usage: /);
    for (const name of names)
      expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^  [A-Z].*:.*\\b${name}\\b`)));
    expect(lines).toContainEqual(expect.stringContaining('error missing-command'));
  });
});

test('the help is wrapped only at the width of the terminal', async () => {
  const stdout = new Kept();
  stdout.columns = 400;
  await cli(['adopt', '--help'], { cwd: '/', stdout });
  expect(stdout.text).toContain('PROJECT, types, skeletons of controllers');
  expect(stdout.text).toContain('stay.\n\nnpm install');
});

test('an unknown diagnostic is refused with the place of the list of all', async () => {
  await expect(selectionOf('check', { only: ['nope'] })).rejects.toMatchObject({
    code: 'invalid-value',
    parameters: { reason: expect.stringContaining('docs/diagnostics/README.md') },
  });
});
