import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { shells, type Shell } from '../../../src/cli/framework/completion/shells.js';
import { temporaryFolder } from '../../support/tree.js';
import { type BuiltCli, buildCli, spawnCli, userEnvironment } from './built.js';

// Each test runs where its shell is installed, and those of bash and zsh where python3 has a terminal for them. The script for
// PowerShell has not been run by us: without PowerShell, only its quotation marks and brackets are checked.

const has = (program: string, ...argv: string[]) => spawnSync(program, argv, { stdio: 'ignore' }).status === 0;
const python = has('python3', '-c', 'import pty, termios');

let built: BuiltCli;
/** The command line in a folder whose name every shell would interpret. */
let odd: BuiltCli;
beforeAll(async () => {
  built = await buildCli(inject('builtCli'));
  const folder = join(built.folder, `it's "odd" $(touch pwned) \`touch pwned\` \u2019; touch pwned`);
  mkdirSync(folder);
  for (const name of ['dist', 'bin', 'package.json'])
    cpSync(join(built.folder, name), join(folder, name), { recursive: true });
  symlinkSync(join(built.folder, 'node_modules'), join(folder, 'node_modules'));
  odd = { ...built, folder, bin: join(folder, 'bin/operator-gen.js') };
}, 60_000);
afterAll(() => built.remove());

/** A project whose PROJECT file has a name that a shell would run. */
function project(): string {
  const folder = temporaryFolder();
  const hostile = ['$(touch pwned)', '`touch pwned`', "Or';touch pwned;'"];
  const kinds = ['Order', ...hostile].map((kind) => `- group: shop\n  kind: ${kind}\n  version: v1\n`);
  writeFileSync(join(folder, 'PROJECT'), `resources:\n${kinds.join('')}version: "3"\n`);
  writeFileSync(join(folder, 'objects.yaml'), '');
  writeFileSync(join(folder, 'precious'), 'text');
  return folder;
}

function scriptFor(shell: Shell): string {
  const { stdout, stderr, exitCode } = spawnCli(odd, ['completion', shell], { cwd: temporaryFolder() });
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  const path = join(temporaryFolder(), `script.${shell}`);
  writeFileSync(path, stdout);
  return path;
}

/** Environment of a shell in which node is not found, and nothing of the user's is read. */
function bareEnvironment(home: string): Record<string, string> {
  return {
    ...userEnvironment({ TERM: 'xterm', HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home, ZDOTDIR: home }),
  };
}

function expectNothingRun(folder: string): void {
  expect(readdirSync(folder).toSorted()).toEqual(['PROJECT', 'objects.yaml', 'precious']);
  expect(readFileSync(join(folder, 'precious'), 'utf8')).toBe('text');
}

const typed: readonly (readonly [line: string, completed: string])[] = [
  ['operator-gen cr', 'operator-gen create '],
  ['operator-gen create we', 'operator-gen create webhook '],
  ['operator-gen create webhook --kind O', 'operator-gen create webhook --kind Order '],
  ['operator-gen create webhook --kind=O', 'operator-gen create webhook --kind=Order '],
  ['operator-gen delete api --kind Order --version ', 'operator-gen delete api --kind Order --version v1 '],
  ['operator-gen create webhook --certificates s', 'operator-gen create webhook --certificates self-signed '],
  ['operator-gen rename api --to-p', 'operator-gen rename api --to-plural '],
  ['operator-gen check --output=sa', 'operator-gen check --output=sarif '],
  ['operator-gen verify obj', 'operator-gen verify objects.yaml '],
  ['operator-gen init --domain obj', 'operator-gen init --domain obj'],
];

/** Lines of which nothing is run, and no redirection is carried out. */
const dangerous = [
  'operator-gen --a=$(echo>pwned)=x create a',
  'operator-gen --a=$(echo>pwned)=',
  'operator-gen "`touch pwned`" cr',
  'operator-gen inspect > precious --outp',
  "operator-gen inspect 2> precious --kind 'O",
];

/** Types the lines in an interactive shell. */
function complete(cwd: string, lines: readonly string[], shell: readonly string[], home: string): readonly string[] {
  const completer = join(import.meta.dirname, 'completer.py');
  const options = { cwd, env: bareEnvironment(home), encoding: 'utf8', timeout: 60_000 } as const;
  return JSON.parse(execFileSync('python3', [completer, JSON.stringify(lines), ...shell], options)) as string[];
}

function expectCompleted(cwd: string, shell: readonly string[], home: string): void {
  const lines = [...typed.map(([line]) => line), ...dangerous];
  const completed = complete(cwd, lines, shell, home);
  expect(completed.slice(0, typed.length)).toEqual(typed.map(([, line]) => line));
  for (const [index, line] of dangerous.entries()) expect(completed[typed.length + index]).toContain(line);
}

test.skipIf(!python || !has('bash', '--version'))('bash completes words, and runs nothing', () => {
  const cwd = project();
  const home = temporaryFolder();
  const rc = join(home, 'rc');
  const script = scriptFor('bash');
  // It can be read again, as a shell does that is started in another one.
  const show = `bind -x '"\\C-t": printf "{{{%s}}}\\n" "$READLINE_LINE"'`;
  writeFileSync(rc, `source '${script}'\nsource '${script}'\n${show}\nset +H\nPS1='ready '\n`);
  expectCompleted(cwd, ['bash', '--noprofile', '--rcfile', rc, '-i'], home);
  expectNothingRun(cwd);
});

test.skipIf(!python || !has('zsh', '--version'))('zsh completes words, and runs nothing', () => {
  const cwd = project();
  const home = temporaryFolder();
  const rc = [
    'autoload -Uz compinit; compinit -D -u',
    `source '${scriptFor('zsh')}'`,
    'show() { print -r -- "{{{$BUFFER}}}" }; zle -N show; bindkey "^T" show; bindkey "^U" kill-whole-line',
    // By default, zsh itself evaluates the word at the cursor.
    'bindkey "^I" complete-word',
    "PS1='ready '",
  ];
  writeFileSync(join(home, '.zshrc'), rc.join('\n'));
  expectCompleted(cwd, ['zsh', '-d', '-i'], home);
  expectNothingRun(cwd);
});

test.skipIf(!has('zsh', '--version'))('zsh finds the script in its search path', () => {
  const cwd = project();
  const home = temporaryFolder();
  cpSync(scriptFor('zsh'), join(home, '_operator-gen'));
  const line = `fpath=('${home}' $fpath); autoload -Uz compinit; compinit -D -u; print -r -- $_comps[operator-gen]`;
  const { stdout, stderr } = spawnSync('zsh', ['-f', '-c', line], {
    cwd,
    env: bareEnvironment(home),
    encoding: 'utf8',
  });
  expect({ stdout, stderr }).toEqual({ stdout: '_operator-gen\n', stderr: '' });
});

test.skipIf(!has('fish', '--version'))('fish completes words, and runs nothing', () => {
  const cwd = project();
  const home = temporaryFolder();
  const script = scriptFor('fish');
  const candidates = (line: string): readonly string[] => {
    const run = `source '${script}'; complete -C "$LINE"`;
    const env = { ...bareEnvironment(home), LINE: line };
    const { stdout, stderr } = spawnSync('fish', ['--no-config', '-c', run], { cwd, env, encoding: 'utf8' });
    expect(stderr).toBe('');
    return stdout.split('\n').flatMap((each) => (each === '' ? [] : [each.split('\t', 1)[0]!]));
  };
  expect(candidates('operator-gen cr')).toEqual(['create']);
  expect(candidates('operator-gen create webhook --kind ')).toEqual(['Order']);
  expect(candidates('operator-gen create webhook --kind=')).toEqual(['--kind=Order']);
  expect(candidates('operator-gen create webhook --certificates s')).toEqual(['self-signed']);
  expect(candidates('operator-gen rename api --to-p')).toEqual(['--to-plural']);
  expect(candidates('operator-gen verify obj')).toEqual(['objects.yaml']);
  expect(candidates('operator-gen init --domain obj')).toEqual([]);
  expect(candidates('operator-gen (touch pwned) --a="$(touch pwned)" cr')).toEqual([]);
  expectNothingRun(cwd);
});

test.skipIf(!has('pwsh', '-v'))('PowerShell completes words', () => {
  const cwd = project();
  const run = `. '${scriptFor('powershell')}'; $line = 'operator-gen create webhook --kind O'
(TabExpansion2 -inputScript $line -cursorColumn $line.Length).CompletionMatches.CompletionText`;
  const { stdout } = spawnSync('pwsh', ['-NoProfile', '-Command', run], {
    cwd,
    env: bareEnvironment(cwd),
    encoding: 'utf8',
  });
  expect(stdout.trim()).toBe('Order');
});

test('the script for PowerShell has balanced quotation marks and brackets, and names the program as one word', () => {
  const text = readFileSync(scriptFor('powershell'), 'utf8');
  const [call = ''] = text.split('\n', 1);
  const quoted = odd.bin.replaceAll(/['\u2018-\u201b]/g, '$&$&');
  expect(call).toBe(`function __operator_gen_ask { & '${process.execPath}' '${quoted}' @args 2>$null }`);
  // Without comments and strings.
  const code = text.replaceAll(/^ *#.*$|`.|'(?:''|[^'\n])*'|"(?:`.|[^"`\n])*"/gm, '');
  expect(code).not.toMatch(/['"]/);
  const open: string[] = [];
  for (const [bracket] of code.matchAll(/[()[\]{}]/g)) {
    if ('([{'.includes(bracket)) open.push(bracket);
    else expect(`${open.pop()}${bracket}`).toMatch(/^(?:\(\)|\[\]|\{\})$/);
  }
  expect(open).toEqual([]);
});

test.each(shells)('the script for %s names absolute paths only, and no program of the current folder', (shell) => {
  const text = readFileSync(scriptFor(shell), 'utf8');
  expect(text).toContain(process.execPath);
  const calls = text.split('\n').filter((line) => /(?:^|[\s&(])operator-gen complete\b/.test(line));
  expect(calls).toEqual([]);
});

test('a word loads one file of the bundle beside its entry, and no package', () => {
  const cwd = project();
  const report = temporaryFolder();
  const env = { NODE_V8_COVERAGE: report };
  const { stdout } = spawnCli(built, ['complete', '--', 'create', 'webhook', '--kind', ''], { cwd, env });
  expect(stdout).toBe('Order\n:4\n');
  const [file = ''] = readdirSync(report);
  const { result } = JSON.parse(readFileSync(join(report, file), 'utf8')) as { result: { url: string }[] };
  const loaded = result.map(({ url }) => url).filter((url) => url.startsWith('file:'));
  expect(
    loaded.map((url) => url.replace(/.*\/(?=bin\/|dist\/|node_modules\/)/, '').replace(/-\w{8}\.js$/, '')),
  ).toEqual(['bin/operator-gen.js', 'dist/main.js', 'dist/chunk']);
  expect(existsSync(join(cwd, '.operator-gen'))).toBe(false);
});
