import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type BuiltCli, buildCli, spawnCli, userEnvironment } from './built.js';
import { temporaryFolder } from '../../support/tree.js';
import { filesIn } from './support.js';

let built: BuiltCli;
beforeAll(async () => {
  built = await buildCli(inject('builtCli'));
}, 60_000);
afterAll(() => built.remove());

/** The modules that a run loads, as the engine itself records them: paths below the package. */
function modulesOf(...argv: string[]): string[] {
  const folder = temporaryFolder();
  spawnCli(built, argv, { cwd: folder, env: { NODE_V8_COVERAGE: folder } });
  return modulesIn(folder);
}

function modulesIn(folder: string): string[] {
  const [report] = readdirSync(folder).filter((name) => name.startsWith('coverage-'));
  const { result } = JSON.parse(readFileSync(join(folder, report ?? ''), 'utf8')) as { result: { url: string }[] };
  return result
    .filter(({ url }) => url.startsWith('file:'))
    .map(({ url }) => fileURLToPath(url).replace(`${built.folder}/`, ''));
}

/** The layers of the bundle that are among these modules, by the names of their entries. */
const layersIn = (modules: readonly string[]): readonly string[] =>
  modules.flatMap((path) => /^dist\/(\w+)-[^/]*\.js$/.exec(path)?.[1] ?? []).filter((name) => name !== 'chunk');

test.each(['--help', '--version', 'create api --help', 'inspect markers --help', 'version'])(
  '%s loads one file of the bundle beside its entry, and no package',
  (line) => {
    const modules = modulesOf(...line.split(' '));
    const [, ...files] = modules;
    expect(modules[0]).toBe('bin/operator-gen.js');
    expect(files.toSorted()).toEqual([expect.stringMatching(/^dist\/chunk-\w+\.js$/), 'dist/main.js']);
  },
);

test('a command line that is wrong loads neither the compiler nor a package', () => {
  const modules = modulesOf('manifest');
  expect(layersIn(modules)).toEqual(['report']);
  expect(modules.filter((path) => path.includes('node_modules/'))).toEqual([]);
});

test('the stack of an internal error names the sources', () => {
  const cwd = temporaryFolder();
  const broken = join(cwd, 'broken.cjs');
  writeFileSync(
    broken,
    `const fs = require('node:fs');
fs.readdirSync = () => { throw new TypeError('it is broken'); };`,
  );
  cpSync(join(import.meta.dirname, '../../golden/one-api'), join(cwd, 'project'), { recursive: true });
  const { exitCode, stderr } = spawnCli(built, ['inspect', '--verbose'], {
    cwd: join(cwd, 'project'),
    node: ['-r', broken],
  });
  expect(exitCode).toBe(70);
  const [, file = '', line] = /\b(src\/[\w/-]+\.ts):(\d+):\d+\)?$/m.exec(stderr) ?? [];
  const source = readFileSync(join(import.meta.dirname, '../../..', file || 'package.json'), 'utf8').split('\n');
  expect(source[Number(line) - 1]).toContain('readdirSync(');
  expect(stderr).not.toContain('dist/');
});

test('a Node.js that is too old is refused in one line, and nothing else is loaded', () => {
  const folder = temporaryFolder();
  const old = join(folder, 'old.cjs');
  writeFileSync(
    old,
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: process.env.FAKED } });",
  );
  const run = (node: string) =>
    spawnCli(built, ['--version'], { cwd: folder, node: ['-r', old], env: { FAKED: node } });
  for (const version of ['8.17.0', '18.20.4', '20.18.3']) {
    const ran = run(version);
    expect(ran).toMatchObject({ exitCode: 2, stdout: '' });
    expect(ran.stderr).toBe(`operator-gen needs Node.js 20.19 or newer, and this is Node.js ${version}.\n`);
  }
  for (const version of ['20.19.0', '22.0.0', '100.1.0']) expect(run(version).exitCode).toBe(0);
});

test('the file in bin/ can be read by a Node.js that is too old: ES2019, no static import', () => {
  const source = readFileSync(built.bin, 'utf8');
  const lowered = (target: string) => transformSync(source, { target }).code;
  expect(lowered('es2019')).toBe(lowered('esnext'));
  expect(source).not.toMatch(/^\s*(?:import|export)\b(?!\()/m);
});

test('the process answers the exit codes, and keeps stdout for the result', () => {
  const cwd = temporaryFolder();
  expect(spawnCli(built, ['--version'], { cwd })).toMatchObject({ exitCode: 0, stderr: '' });
  expect(spawnCli(built, ['manifest'], { cwd })).toMatchObject({ exitCode: 2, stdout: '' });
  const json = spawnCli(built, ['create', 'api', '--output', 'json'], { cwd });
  expect(json).toMatchObject({ exitCode: 2, stderr: '' });
  expect(JSON.parse(json.stdout)).toMatchObject({ version: 1, ok: false });
  expect(filesIn(cwd)).toEqual({});
});

test('without a terminal nothing is asked: an input that waits is not waited for', () => {
  const cwd = temporaryFolder();
  const { exitCode, stderr } = spawnCli(built, ['create', 'api'], { cwd, input: 'apps\nv1\nWeb\n' });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('missing required flags: --version, --kind');
});

test('a reader that stops reading is not a failure', () => {
  const run = `"${process.execPath}" "${built.bin}" create api --help | head -c 1; echo "\${PIPESTATUS[0]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', run], { encoding: 'utf8', env: userEnvironment() });
  expect({ stdout, stderr }).toEqual({ stdout: 'U0\n', stderr: '' });
});

const python = spawnSync('python3', ['-c', 'import pty, termios'], { stdio: 'ignore' }).status === 0;

/** What a terminal shows of a command while somebody presses keys, and how it ends. */
function onTerminal(cwd: string, keys: string, text: string, ...argv: string[]): string {
  const typist = join(import.meta.dirname, 'typist.py');
  return execFileSync('python3', [typist, keys, text, process.execPath, built.bin, ...argv], {
    cwd,
    env: userEnvironment({ TERM: 'xterm', NO_COLOR: '1' }),
    encoding: 'utf8',
  });
}

// A real terminal: python's pty module, where there is one. Without it interview.test.ts alone covers the questions.
test.skipIf(!python).each([
  ['Ctrl-C', 'ctrl-c', 'interrupted'],
  ['Ctrl-D, which ends the input', 'ctrl-d', 'end-of-input'],
  ['kill -INT', 'sigint', 'interrupted'],
])('on a terminal, %s at a question is 130, and nothing is written', (_name, keys, code) => {
  const cwd = join(temporaryFolder(), 'project');
  cpSync(join(import.meta.dirname, '../../golden/one-api'), cwd, { recursive: true });
  const before = filesIn(cwd);
  const shown = onTerminal(cwd, keys, 'API group', 'create', 'api');
  expect(shown).toContain(`error ${code}: `);
  const [hidden, visible] = ['\u001b[?25l', '\u001b[?25h'].map((codes) => shown.lastIndexOf(codes));
  expect(visible, 'the cursor is shown again').toBeGreaterThan(hidden ?? 0);
  expect(shown.trimEnd()).toMatch(/exit 130$/);
  expect(filesIn(cwd)).toEqual(before);
});

test.skipIf(!python)('on a terminal, Enter takes the defaults, and the line that asks nothing is shown', () => {
  const cwd = temporaryFolder();
  const shown = onTerminal(cwd, 'enter', 'Domain', 'init', '--skip-install');
  expect(shown).toContain('Without questions: npx operator-gen init --domain my.domain --project-name ');
  expect(shown.trimEnd()).toMatch(/exit 0$/);
  expect(filesIn(cwd)).toHaveProperty(['PROJECT']);
});

/** What a terminal shows while somebody answers questions. */
function answering(cwd: string, answers: readonly (readonly [question: string, keys: string])[], ...argv: string[]) {
  return onTerminal(cwd, 'answers', JSON.stringify(answers), ...argv);
}

const escape = '\u001b';

test.skipIf(!python)('on a terminal, create webhook asks, Escape goes back, and the webhook is written', () => {
  const cwd = join(temporaryFolder(), 'project');
  cpSync(join(import.meta.dirname, '../../golden/one-api'), cwd, { recursive: true });
  const shown = answering(
    cwd,
    [
      ['Kind', '\r'],
      ['API group', escape],
      ['Kind', '\r'],
      ['API group', '\r'],
      ['API version', '\r'],
      ['Webhooks', '\r'],
      ['at least one', ' \r'],
      ['Issuer of the certificate', '\r'],
    ],
    ...['create', 'webhook'],
  );
  expect(shown).toContain(
    'Without questions: npx operator-gen create webhook --version v1 --kind WebServer --defaulting',
  );
  expect(shown.trimEnd()).toMatch(/exit 0$/);
  expect(readFileSync(join(cwd, 'PROJECT'), 'utf8')).toContain('    defaulting: true\n');
});

test.skipIf(!python)(
  'on a terminal, init goes back, asks again for an invalid answer, and creates what was answered',
  () => {
    const cwd = temporaryFolder();
    const shown = answering(
      cwd,
      [
        // A default is replaced by typing, an earlier answer is edited.
        ['Domain', 'a_b\r'],
        ['Not accepted', '\u0015example.com\r'],
        ['Project name', escape],
        ['Domain', '\u007f\u007f\u007forg\r'],
        ['Project name', 'shop\r'],
      ],
      ...['init', '--skip-install'],
    );
    expect(shown).toContain('Without questions: npx operator-gen init --domain example.org --project-name shop');
    expect(shown.trimEnd()).toMatch(/exit 0$/);
    expect(readFileSync(join(cwd, 'PROJECT'), 'utf8')).toContain('domain: example.org\n');
  },
);

test.skipIf(!python).each([
  [
    ['create', 'webhook'],
    [
      ['Kind', '\r'],
      ['API group', '\u0003'],
    ],
  ],
  [
    ['init'],
    [
      ['Domain', '\r'],
      ['Project name', escape],
      ['Domain', '\u0003'],
    ],
  ],
] as const)('on a terminal, Ctrl-C at a later question of %j is 130, and nothing is written', (argv, answers) => {
  const cwd = join(temporaryFolder(), 'project');
  if (argv[0] === 'init') mkdirSync(cwd);
  else cpSync(join(import.meta.dirname, '../../golden/one-api'), cwd, { recursive: true });
  const before = filesIn(cwd);
  const shown = answering(cwd, answers, ...argv);
  expect(shown).toContain('error interrupted: ');
  expect(shown.trimEnd()).toMatch(/exit 130$/);
  expect(filesIn(cwd)).toEqual(before);
});

test('where nothing changed, manifests, check and rbac load neither the compiler nor yaml, and print what they printed', () => {
  const cwd = join(temporaryFolder(), 'project');
  cpSync(join(import.meta.dirname, '../../golden/one-api'), cwd, { recursive: true });
  const lines = [
    ['manifests'],
    ['check'],
    ['manifests', '--verbose'],
    ['check', '--output', 'json'],
    ['rbac'],
  ] as const;
  const memories = temporaryFolder();
  const run = (argv: readonly string[], memory: string, more: Record<string, string> = {}) =>
    spawnCli(built, argv, { cwd, env: { XDG_CACHE_HOME: join(memories, memory), ...more } });
  const worked = lines.map((argv, index) => run(argv, String(index)));
  expect(worked.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0, 0]);
  run(['manifests'], 'kept');
  run(['rbac'], 'kept');
  expect(lines.map((argv) => run(argv, 'kept'))).toEqual(worked);

  for (const argv of lines) {
    const report = temporaryFolder();
    run(argv, 'kept', { NODE_V8_COVERAGE: report });
    const loaded = modulesIn(report);
    // A list is printed by what prints reports.
    expect(layersIn(loaded)).toEqual(argv[0] === 'rbac' ? ['run', 'report'] : ['run']);
    expect(loaded.filter((path) => path.includes('node_modules/'))).toEqual([]);
  }
  // Another build, if only by the time of one file, starts anew.
  const touched = join(built.folder, 'dist/main.js');
  writeFileSync(touched, readFileSync(touched));
  const report = temporaryFolder();
  run(['check'], 'kept', { NODE_V8_COVERAGE: report });
  expect(layersIn(modulesIn(report))).toContain('compiler');
});

test('the code of the compiler is kept, and damaged code is never run', () => {
  const cwd = join(temporaryFolder(), 'project');
  cpSync(join(import.meta.dirname, '../../golden/one-api'), cwd, { recursive: true });
  const home = temporaryFolder();
  const types = join(cwd, 'src/api/v1/webserver.types.ts');
  writeFileSync(types, readFileSync(types, 'utf8').replace('An example field.', 'One.'));
  const folder = join(home, 'operator-gen/runs');
  const run = () => {
    // What was analyzed before would need no compiler.
    for (const name of existsSync(folder) ? readdirSync(folder) : [])
      if (!name.startsWith('code-')) rmSync(join(folder, name));
    return spawnCli(built, ['manifests', '--dry-run', '--diff'], { cwd, env: { XDG_CACHE_HOME: home } });
  };
  const codePath = () => join(folder, readdirSync(folder).find((name) => name.startsWith('code-')) ?? 'none');

  const first = run();
  expect(first).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('One.') });
  const code = readFileSync(codePath());
  expect(code.length).toBeGreaterThan(1_000_000);
  expect(run()).toEqual(first);
  expect(readFileSync(codePath()).equals(code)).toBe(true);

  const damages = [
    code.subarray(0, code.length / 2),
    Buffer.from('not code'),
    Buffer.concat([code.subarray(0, 2_000), Buffer.alloc(1_000_000, 7), code.subarray(1_002_000)]),
  ];
  for (const damaged of damages) {
    writeFileSync(codePath(), damaged);
    expect(run()).toEqual(first);
    expect(readFileSync(codePath()).equals(damaged)).toBe(false);
  }
});
