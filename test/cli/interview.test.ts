import { basename } from 'node:path';
import { expect, test } from 'vitest';
import type { ProcessContext } from '../../src/cli/context.js';
import { temporaryFolder } from '../support/tree.js';
import { answering, cli, Kept, Keyboard, plainText } from './support.js';

/** Runs a command on a terminal of which both ends are ours; keys are pressed when the question that they answer is drawn. */
async function onTerminal(
  argv: readonly string[],
  answers: readonly (readonly [question: string, keys: string | null])[],
  given: Partial<ProcessContext> = {},
) {
  const cwd = temporaryFolder();
  const stdin = new Keyboard();
  const stdout = new Kept();
  stdin.isTTY = true;
  stdout.isTTY = true;
  const left = [...answers];
  const typing = setInterval(() => {
    const next = left[0];
    if (next === undefined || !plainText(stdout.text).includes(next[0])) return;
    left.shift();
    if (next[1] === null) stdin.end();
    else stdin.write(next[1]);
  }, 10);
  const { operation, seen } = answering({}, cwd);
  const operations = { init: async () => operation, 'create api': async () => operation };
  const ran = await cli(argv, { cwd, stdin, stdout, operations, ...given });
  clearInterval(typing);
  return { ...ran, cwd, options: seen[0], unanswered: left };
}

test('create api asks for what no flag says, and prints the line that asks nothing', async () => {
  const ran = await onTerminal(
    ['create', 'api', '--no-namespaced'],
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
    namespaced: false,
    force: false,
  });
  expect(ran.stderr).toContain(
    'npx operator-gen create api --group apps --version v1 --kind WebServer --resource --no-controller --no-namespaced\n',
  );
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
      ['PascalCase', '\u007f\u007f\u007fWeb\r'],
    ],
  );
  expect(ran.options).toMatchObject({ kind: 'Web' });
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
  expect(ran.options).toEqual({ domain: 'my.domain', projectName, skipInstall: false, force: false });
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

test('Ctrl-C at a question is 130, and the operation never starts', async () => {
  const ran = await onTerminal(['create', 'api'], [['API group', '\u0003']]);
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
