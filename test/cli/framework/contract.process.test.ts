import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join, posix, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type BuiltCli, buildCli, spawnCli, userEnvironment } from './built.js';
import { makeTemporaryFolder, temporaryFolder } from '../../support/tree.js';
import { filesIn } from './support.js';

// The command line as a user meets it: built, in a process of its own, with the real operations. The parts of the
// contract that need a terminal are in bin.test.ts, the table of wrong command lines in usage.test.ts.

let built: BuiltCli;
beforeAll(async () => {
  built = await buildCli(inject('builtCli'));
}, 60_000);
afterAll(() => {
  built.remove();
  if (withApi !== undefined) rmSync(withApi, { recursive: true });
});

const init = ['init', '--domain', 'my.domain', '--project-name', 'web', '--skip-install'];
const createApi = ['create', 'api', '--version', 'v1', '--kind', 'WebServer'];
const crd = 'config/crd/bases/my.domain_webservers.yaml';

/** Runs the commands one after the other; each has to succeed. */
function commands(cwd: string, ...lines: readonly (readonly string[])[]): string {
  return lines
    .map((argv) => {
      const ran = spawnCli(built, argv, { cwd });
      expect(ran.exitCode, `${argv.join(' ')}\n${ran.stderr}`).toBe(0);
      return ran.stdout;
    })
    .join('');
}

/** A project with an API, which the first caller has the command line make. */
let withApi: string | undefined;
function projectWithApi(): string {
  if (withApi === undefined) {
    withApi = makeTemporaryFolder().path;
    commands(withApi, init, createApi);
  }
  const cwd = temporaryFolder();
  cpSync(withApi, cwd, { recursive: true });
  return cwd;
}

/** A folder with an `npm` that does what the script says; to be put in front of PATH. */
function fakeNpm(script: string): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, 'npm'), 0o755);
  return `${folder}${delimiter}${process.env['PATH'] ?? ''}`;
}

test('every input has a flag: nothing is asked on a pipe', () => {
  const cwd = temporaryFolder();
  commands(cwd, init, createApi);
  expect(readFileSync(join(cwd, 'PROJECT'), 'utf8')).toContain('WebServer');
  expect(filesIn(cwd)).toHaveProperty([crd]);
});

test('the plan of a dry run is the plan of the run', () => {
  const cwd = temporaryFolder();
  for (const argv of [init, createApi, ['manifests']]) {
    const before = filesIn(cwd);
    const dry = commands(cwd, [...argv, '--dry-run']);
    expect(dry).toMatch(/^(?:(?:create|update|delete|unchanged|conflict) \S+ \(\d+ bytes\)\n)+$/);
    expect(filesIn(cwd)).toEqual(before);
    expect(commands(cwd, [...argv, '--verbose'])).toBe(dry);
    for (const [, path = '', bytes] of dry.matchAll(/^\w+ (\S+) \((\d+) bytes\)$/gm)) {
      expect(`${path} ${statSync(join(cwd, path)).size}`).toBe(`${path} ${bytes}`);
    }
  }
});

test("a user's file in the way is never overwritten without --force", () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'Makefile'), 'mine:\n');
  const refused = spawnCli(built, init, { cwd });
  expect(refused.exitCode).toBe(1);
  expect(refused.stderr).toMatch(/error file-exists: Makefile .*\n  help: .*--force/);
  expect(filesIn(cwd)).toEqual({ Makefile: 'mine:\n' });
  commands(cwd, [...init, '--force']);
  expect(filesIn(cwd)['Makefile']).not.toBe('mine:\n');
});

test('stdout is the result, stderr the narration, that of npm included; --quiet drops ours', () => {
  const cwd = temporaryFolder();
  const PATH = fakeNpm('echo "npm is installing in $PWD"');
  const ran = spawnCli(built, init.slice(0, -1), { cwd, env: { PATH } });
  expect(ran.exitCode).toBe(0);
  expect(ran.stdout).toMatch(/^(?:create \S+ \(\d+ bytes\)\n)+$/);
  expect(ran.stderr).toContain('npm is installing in ');
  expect(ran.stderr).toContain('Next:\n');
  const quiet = spawnCli(built, [...init, '--quiet'], { cwd: temporaryFolder() });
  expect(quiet).toEqual({ exitCode: 0, stdout: ran.stdout, stderr: '' });
});

test('an npm that fails is one coded error; the project stays', () => {
  const cwd = temporaryFolder();
  const ran = spawnCli(built, init.slice(0, -1), { cwd, env: { PATH: fakeNpm('exit 7') } });
  expect(ran.exitCode).toBe(1);
  expect(ran.stderr).toMatch(/error program-failed: npm install.* failed: exit code 7\n/);
  expect(filesIn(cwd)).toHaveProperty(['PROJECT']);
});

test('color is for terminals, NO_COLOR, FORCE_COLOR and --no-color', () => {
  const cwd = temporaryFolder();
  const colored = (argv: readonly string[], env: Record<string, string>) => {
    const { stdout, stderr } = spawnCli(built, argv, { cwd, env });
    return `${stdout}${stderr}`.includes('\u001b[');
  };
  expect(colored(['manifests'], {})).toBe(false);
  expect(colored(['manifests'], { FORCE_COLOR: '1' })).toBe(true);
  expect(colored(['manifests', '--no-color'], { FORCE_COLOR: '1' })).toBe(false);
  expect(colored(['manifests'], { FORCE_COLOR: '0' })).toBe(false);
});

test('--output json is one object on stdout, whatever the command and however it ends', () => {
  const cwd = temporaryFolder();
  const object = (argv: readonly string[]) => {
    const { stdout, stderr } = spawnCli(built, [...argv, '--output', 'json'], { cwd });
    expect(stderr).toBe('');
    return JSON.parse(stdout);
  };
  const shape = { version: 1, files: expect.any(Array), diagnostics: expect.any(Array), next: expect.any(Array) };
  expect(object(['manifests'])).toMatchObject({ ...shape, ok: false, diagnostics: [{ code: 'project-not-found' }] });
  for (const argv of [init, createApi, ['manifests'], ['check'], ['inspect'], ['inspect', 'markers'], ['version']]) {
    expect(object(argv)).toMatchObject({ ...shape, ok: true, exitCode: 0, diagnostics: [] });
  }
  rmSync(join(cwd, crd));
  expect(object(['check'])).toMatchObject({ ...shape, ok: false, exitCode: 3 });
  expect(object(['chekc'])).toMatchObject({ ...shape, ok: false, exitCode: 2 });
});

test('exit codes: 0 done, 1 the project has errors, 2 usage, 3 drift', () => {
  const cwd = temporaryFolder();
  const exitCode = (...argv: string[]) => spawnCli(built, argv, { cwd }).exitCode;
  expect(exitCode('check')).toBe(1);
  expect(exitCode(...init, '--domain', 'Not_A_Domain')).toBe(2);
  expect(exitCode(...init)).toBe(0);
  expect(exitCode('check', 'everything')).toBe(2);
  expect(exitCode(...createApi)).toBe(0);
  expect(exitCode('check')).toBe(0);
  writeFileSync(join(cwd, crd), 'edited: true\n');
  expect(exitCode('check')).toBe(3);
});

test('check lists what is stale and missing with patches and the command that fixes it; that command does', () => {
  const cwd = projectWithApi();
  const text = readFileSync(join(cwd, crd), 'utf8');
  writeFileSync(join(cwd, crd), text.replace('kind: WebServer', 'kind: WebSrever'));
  rmSync(join(cwd, 'src/register.ts'));
  const before = filesIn(cwd);
  const ran = spawnCli(built, ['check'], { cwd });
  expect(ran.exitCode).toBe(3);
  expect(ran.stdout).toContain(`stale ${crd} (`);
  expect(ran.stdout).toMatch(/^-.*kind: WebSrever\n\+.*kind: WebServer$/m);
  expect(ran.stdout).toMatch(/^missing src\/register\.ts \(\d+ bytes\)\n--- \/dev\/null\n/m);
  expect(ran.stderr).toContain('npx operator-gen manifests');
  expect(filesIn(cwd)).toEqual(before);
  commands(cwd, ['manifests'], ['check']);
});

test('the same commands make the same bytes, in any folder, at any time', () => {
  const [one, other] = [temporaryFolder(), temporaryFolder()].map((cwd) => {
    commands(cwd, init, createApi);
    return filesIn(cwd);
  });
  expect(one).toEqual(other);
  for (const text of Object.values(one ?? {})) expect(text).not.toMatch(/\r|[^\n]$(?![\s\S])/);
});

/** The commands that `init` proposes under a package manager. */
const nextOf = (agent: string) => {
  const cwd = temporaryFolder();
  return spawnCli(built, init, { cwd, env: { npm_config_user_agent: agent } }).stderr.split('Next:\n')[1];
};

test('after success: the next commands, as the package manager in use spells them', () => {
  expect(nextOf('npm/11.0.0 node/v20.19.0')).toMatch(/^(?:  (?:npm|npx) .*\n){1,3}$/);
  expect(nextOf('pnpm/9.0.0 npm/? node/v20.19.0')).toMatch(/^(?:  pnpm .*\n){1,3}$/);
});

test('no network: no socket is opened and no name is looked up', () => {
  const cwd = temporaryFolder();
  const folder = temporaryFolder();
  const log = join(folder, 'log');
  const guard = join(folder, 'guard.cjs');
  writeFileSync(
    guard,
    `const record = () => { require('node:fs').appendFileSync(${JSON.stringify(log)}, new Error().stack); };
     const { Socket } = require('node:net');
     const connect = Socket.prototype.connect;
     Socket.prototype.connect = function (...given) { record(); return connect.apply(this, given); };
     require('node:dns').lookup = record;
     globalThis.fetch = record;`,
  );
  for (const argv of [init, createApi, ['manifests'], ['check'], ['inspect'], ['version'], ['nonsense']]) {
    spawnCli(built, argv, { cwd, node: ['-r', guard] });
  }
  expect(filesIn(cwd)).toHaveProperty([crd]);
  expect(existsSync(log)).toBe(false);
  // The guard itself works.
  const probe = "require('node:net').connect(9, '127.0.0.1').on('error', () => {})";
  execFileSync(process.execPath, ['-r', guard, '-e', probe]);
  expect(existsSync(log)).toBe(true);
});

test('a second run changes nothing, not even a time stamp, and says so', async () => {
  const cwd = projectWithApi();
  const stamps = () => Object.keys(filesIn(cwd)).map((path) => `${path} ${statSync(join(cwd, path)).mtimeMs}`);
  const before = stamps();
  await setTimeout(20);
  for (const argv of [createApi, ['manifests'], createApi]) {
    const ran = spawnCli(built, argv, { cwd });
    expect(ran).toMatchObject({ exitCode: 0, stdout: '' });
    expect(ran.stderr).not.toBe('');
  }
  expect(stamps()).toEqual(before);
});

test('an interruption while npm runs is 130 at once, and the files stay', async () => {
  const cwd = temporaryFolder();
  const PATH = fakeNpm('echo npm is here; trap "" INT; sleep 20');
  const child = spawn(process.execPath, [built.bin, ...init.slice(0, -1)], { cwd, env: userEnvironment({ PATH }) });
  const started = Date.now();
  let stderr = '';
  for await (const part of child.stderr) {
    stderr += part;
    if (!child.killed && /^npm is here$/m.test(stderr)) child.kill('SIGINT');
  }
  const [exitCode] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode];
  expect(exitCode).toBe(130);
  expect(Date.now() - started).toBeLessThan(10_000);
  expect(stderr).toContain('the command was interrupted; the files were written');
  expect(filesIn(cwd)).toHaveProperty(['PROJECT']);
});

test('an interruption while the compiler computes a type without end ends it at once, and nothing is written', async () => {
  const cwd = projectWithApi();
  const path = join(cwd, 'src/api/v1/webserver.types.ts');
  const turned = 'type F<T> = T extends [infer H, ...infer R] ? F<R> | F<[...R, H]> : never;';
  const list = Array.from({ length: 24 }, (_, i) => i).join();
  writeFileSync(path, readFileSync(path, 'utf8').replace('Spec {', `Spec {\n  a!: F<[${list}]>;`).concat(turned));
  const before = filesIn(cwd);
  const child = spawn(process.execPath, [built.bin, 'manifests'], { cwd, env: userEnvironment() });
  await setTimeout(3000);
  expect(child.exitCode).toBe(null);
  child.kill('SIGINT');
  const started = Date.now();
  const [exitCode, signal] = await once(child, 'exit');
  // A shell reports it as 130.
  expect([exitCode, signal]).toEqual([null, 'SIGINT']);
  expect(Date.now() - started).toBeLessThan(10_000);
  expect(filesIn(cwd)).toEqual(before);
});

const repository = resolve(import.meta.dirname, '../../..');

const packed = new Map<string, readonly string[]>();

/** What `npm pack` puts into a package, by the path in it. */
function packedFiles(...flags: readonly string[]): readonly string[] {
  const key = flags.join(' ');
  const files = packed.get(key) ?? pack(flags);
  packed.set(key, files);
  return files;
}

function pack(flags: readonly string[]): readonly string[] {
  const json = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', ...flags], {
    cwd: repository,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ files }] = JSON.parse(json) as [{ files: readonly { path: string }[] }];
  return files.map(({ path }) => path);
}

test.each([
  ['the tool', '', [], 'docs/tasks/helm.md'],
  ['the runtime', 'runtime', ['--workspace', 'runtime'], 'docs/reference/runtime/client.md'],
])('the package of %s ships its docs, and their links lead to what it ships', (_, folder, flags, page) => {
  const files = packedFiles(...flags);
  expect(files).toContain('README.md');
  expect(files).toContain(page);
  const broken = files
    .filter((file) => file.endsWith('.md') && !file.startsWith('templates/'))
    .flatMap((file) =>
      [...readFileSync(join(repository, folder, file), 'utf8').matchAll(/\]\((?!\w+:)([\w./-]+\.md)/g)]
        .map(([, target]) => posix.join(posix.dirname(file), target!))
        .filter((target) => !files.includes(target))
        .map((target) => `${file}: ${target}`),
    );
  expect(broken).toEqual([]);
});

test('no package ships sources or tests', () => {
  for (const flags of [[], ['--workspace', 'runtime']]) {
    const files = packedFiles(...flags).filter((path) => !/^(templates|docs)\//.test(path));
    expect(files).toContain('LICENSE');
    expect(files).toContain('dist/index.d.ts');
    expect(files.filter((path) => /\.test\.|(?<!\.d)\.ts$/.test(path))).toEqual([]);
  }
});

test('the runtime ships no source maps, which would lead to files that it does not ship', () => {
  const files = packedFiles('--workspace', 'runtime').filter((path) => /\.(?:js|map)$/.test(path));
  expect(files.filter((path) => path.endsWith('.map'))).toEqual([]);
  const code = files.map((path) => readFileSync(join(repository, 'runtime', path), 'utf8'));
  expect(code.filter((text) => text.includes('//# sourceMappingURL'))).toEqual([]);
});

test('the command line ships as a bundle, each file of it with a source map that has positions and no sources', () => {
  const files = packedFiles().filter((path) => path.startsWith('dist/'));
  const page = files.filter((path) => path.startsWith('dist/page/'));
  expect(page.toSorted()).toEqual(['icon.svg', 'index.html', 'page.css', 'page.js'].map((name) => `dist/page/${name}`));
  const code = files.filter((path) => path.endsWith('.js') && path !== 'dist/index.js' && !page.includes(path));
  // There are a thousand sources; how many files a command loads is asserted in bin.process.test.ts.
  expect(code.length).toBeLessThan(60);
  for (const path of code) {
    const map = JSON.parse(readFileSync(join(repository, `${path}.map`), 'utf8')) as object;
    expect(files).toContain(`${path}.map`);
    expect(map).not.toHaveProperty('sourcesContent');
  }
  const text = readFileSync(join(repository, 'dist/LICENSES.txt'), 'utf8');
  expect(files).toContain('dist/LICENSES.txt');
  expect(text).toContain('commander');
  expect(text).toContain('Permission is hereby granted');
});

test('every template ships, those of dot files included, and every example of a marker', () => {
  const shipped = new Set(packedFiles());
  const templates = Object.keys(filesIn(join(repository, 'templates'))).map((path) => `templates/${path}`);
  expect(templates.length).toBeGreaterThan(20);
  expect(templates.filter((path) => !shipped.has(path))).toEqual([]);
  const examples = Object.keys(filesIn(join(repository, 'docs/reference/examples')));
  expect(examples.filter((path) => !shipped.has(`docs/reference/examples/${path}`))).toEqual([]);
  expect([...shipped]).toContain('bin/operator-gen.js');
  const cwd = temporaryFolder();
  commands(cwd, init);
  expect(filesIn(cwd)).toHaveProperty(['.gitignore']);
});

test('a folder above the current one is where the project is found', () => {
  const cwd = projectWithApi();
  mkdirSync(join(cwd, 'src/deep'), { recursive: true });
  rmSync(join(cwd, crd));
  commands(join(cwd, 'src/deep'), ['manifests']);
  expect(existsSync(join(cwd, crd))).toBe(true);
});
