import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildCli, userEnvironment, type BuiltCli } from '../cli/framework/built.js';
import { few } from '../support/few.js';

const golden = resolve(import.meta.dirname, '../golden/webhooks');
let built: BuiltCli;
beforeAll(async () => {
  built = await buildCli(inject('builtCli'));
}, 120_000);
afterAll(() => built.remove());

function project(name = 'project'): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'operator-gen-environment-')), name);
  cpSync(golden, folder, { recursive: true });
  return folder;
}

/**
 * A project in the folder of the ones before it: of the same files, the command line remembers what it has found. Only for tests in
 * which that does not matter.
 */
function rememberedProject(): string {
  const folder = join(built.folder, 'remembered');
  rmSync(folder, { recursive: true, force: true });
  cpSync(golden, folder, { recursive: true });
  return folder;
}

/** Runs a line of bash in which `$tool` is the command line; the environment is empty but for what is given. */
function bash(line: string, cwd = project(), env: Record<string, string> = {}) {
  const tool = `"${process.execPath}" "${built.bin}"`;
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['--norc', '-c', `set -o pipefail; ${line.replaceAll('$tool', tool)}`],
    {
      cwd,
      env: { ...userEnvironment(), ...env },
      encoding: 'utf8',
      timeout: 60_000,
    },
  );
  return { status, stdout, stderr };
}

/** What is said where something fails: no stack, and not more than the problem, its remedy and their count. */
function isShort(text: string): boolean {
  return !/^\s+at /m.test(text) && text.split('\n').filter((line) => line.trim() !== '').length <= 3;
}

const hasFull = existsSync('/dev/full');

describe('outputs that fail', () => {
  const again = (line: string) => bash(line, rememberedProject());

  test.skipIf(!hasFull)('a result on a full disk is 74, and one line', () => {
    for (const line of [
      '$tool inspect > /dev/full',
      '$tool inspect --output json > /dev/full',
      '$tool --help > /dev/full',
    ]) {
      const { status, stderr } = again(line);
      expect({ status, stderr }).toEqual({
        status: 74,
        stderr: 'error output-failed: the output cannot be written: no space is left on the disk\n',
      });
    }
  });

  test.skipIf(!hasFull)('a narration on a full disk changes no exit code', () => {
    expect(again('$tool check 2> /dev/full').status).toBe(0);
    expect(again('rm config/rbac/role.yaml; $tool check 2> /dev/full').status).toBe(3);
    expect(again('$tool manifest 2> /dev/full').status).toBe(2);
    expect(again('$tool inspect > /dev/full 2>&1').status).toBe(74);
  });

  test('outputs that are closed change no exit code', () => {
    expect(again('$tool check >&-').status).toBe(0);
    expect(again('$tool check 2>&-').status).toBe(0);
    expect(again('$tool check --output json <&- >&- 2>&-').status).toBe(0);
    expect(again('rm config/rbac/role.yaml; $tool check --output json >&- 2>&-').status).toBe(3);
  });

  test('a reader that stops reading leaves the exit code as it is', () => {
    expect(again('$tool inspect markers | head -c 1').status).toBe(0);
    expect(again('rm -r config/crd/bases; $tool check --output json | head -c 1').status).toBe(3);
  });

  test('a slow reader gets everything, of a pipe that does not block as well', () => {
    const all = again('$tool inspect markers --output json').stdout;
    expect(again('$tool inspect markers --output json | (sleep 1; cat)').stdout).toBe(all);
    const nonBlocking = `python3 -c "import os, sys; os.set_blocking(1, False); os.execv(sys.argv[1], sys.argv[1:])"`;
    if (spawnSync('python3', ['--version']).status !== 0) return;
    expect(again(`${nonBlocking} $tool inspect markers --output json | (sleep 1; cat)`).stdout).toBe(all);
  });
});

describe('a process that lacks something', () => {
  test('the current folder: a code, and 1; what needs none works', () => {
    const gone = 'mkdir gone; cd gone; rmdir ../gone; ';
    const { status, stderr } = bash(`${gone}$tool check`);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^error no-current-folder: /);
    expect(isShort(stderr)).toBe(true);
    expect(bash(`${gone}$tool --version`).status).toBe(0);
    expect(JSON.parse(bash(`${gone}$tool check --output json`).stdout)).toMatchObject({ exitCode: 1 });
  });

  // Node.js 24 needs more than 20 of them before it runs any code.
  const fewest = process.versions.node.startsWith('20.') ? 20 : 22;
  few(2).each([fewest, 32, 24, 28])('files: %d of them', (files) => {
    const { status, stderr } = bash(`ulimit -n ${files}; $tool check`);
    expect([0, 1, 134]).toContain(status);
    // With fewer than Node.js itself needs, it is Node.js that ends.
    if (status === 134) return;
    expect(isShort(stderr)).toBe(true);
    if (status === 1) expect(stderr).toMatch(/too many (?:open files|files are open)/);
  });

  few(2).each([
    [{ NODE_OPTIONS: '--frozen-intrinsics --no-warnings' }],
    [{ TERM: '\x1b[31m', COLUMNS: '-1', TMPDIR: '/nowhere', HOME: '' }],
    [{ TERM: '\x1b[31m', COLUMNS: '-1' }],
    [{ TMPDIR: '/nowhere' }],
    [{ HOME: '' }],
    [{ HOME: '/proc/nowhere' }],
    [{ HOME: '/dev/null' }],
    [{ TMPDIR: '' }],
    [{ COLUMNS: '1e9', LANG: 'xx_YY', LC_ALL: 'C' }],
    [{ TZ: 'Nowhere/At All' }],
    [{ FORCE_COLOR: '3' }],
    [{ NODE_OPTIONS: '--no-warnings' }],
    [{ NODE_OPTIONS: '--disable-proto=delete' }],
    [{ NODE_OPTIONS: '--disallow-code-generation-from-strings' }],
  ])('the usual of %j', (env) => {
    const { status, stdout, stderr } = bash('$tool check', project(), env);
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: '',
      stderr: 'All generated files are up to date.\n',
    });
  });
});

describe('the folder of a project', () => {
  few(1).each([
    `a*b#c%41d:e'f"g h{i}[j]?k$l;m&né`,
    'a*b',
    'a#b',
    'a%41b',
    'a:b',
    `a'b"c`,
    'a b',
    'a{b}[c]',
    'a?b',
    'a$b',
    'a;b&c',
    'aéb',
    '-a',
    '~',
  ])('%s', (name) => {
    expect(bash('$tool check', project(name))).toMatchObject({
      status: 0,
      stderr: 'All generated files are up to date.\n',
    });
  });

  test.each([
    ['a backslash', 'a\\b'],
    ['a control character', 'a\nb'],
    ['a control character', 'a\x1b[31mb'],
  ])('%s is refused', (what, name) => {
    for (const command of ['check', 'inspect', 'manifests']) {
      const { status, stderr } = bash(`$tool ${command}`, project(name));
      expect(status).toBe(1);
      expect(stderr).toMatch(/^error unsupported-folder: /);
      expect(stderr).toContain(what);
      expect(stderr).not.toContain('\x1b');
    }
  });

  test('bytes that are not UTF-8 are refused', () => {
    const parent = mkdtempSync(join(tmpdir(), 'operator-gen-bytes-'));
    mkdirSync(parent, { recursive: true });
    const { status, stderr } = bash(`cp -r "${golden}" $'a\\xff' && cd $'a\\xff' && $tool check`, parent);
    expect(status).toBeGreaterThan(0);
    expect(stderr).toMatch(/^error (?:unsupported-folder|folder-not-found|project-not-found|no-current-folder): /);
    expect(isShort(stderr)).toBe(true);
  });
});
