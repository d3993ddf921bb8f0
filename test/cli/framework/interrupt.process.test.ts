import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { commands } from '../../../src/commands.js';
import { few } from '../../support/few.js';
import { temporaryFolder } from '../../support/tree.js';
import { type BuiltCli, buildCli, spawnCli, userEnvironment } from './built.js';
import { filesIn } from './support.js';

let built: BuiltCli;
beforeAll(async () => {
  built = await buildCli(inject('builtCli'));
}, 60_000);
afterAll(() => built.remove());

/** A command with an input that makes it compute for a minute: at the first call of the file system for a path. */
interface Slow {
  readonly argv: readonly string[];
  /** Matches the path. */
  readonly path: RegExp;
}

const api = ['--version', 'v1', '--kind', 'WebServer'] as const;
const types = /\.types\.ts$/;
const crd = 'config/crd/bases/my.domain_webservers.yaml';

/** Every command; `instant` for those that read nothing of a user. */
const cases: Readonly<Record<string, Slow | 'instant'>> = {
  init: { argv: ['--domain', 'example.com', '--skip-install', '--cwd', 'empty'], path: /\/empty\b/ },
  adopt: { argv: ['--from', '../go', '--cwd', 'empty'], path: /\/go\/PROJECT$/ },
  'create api': { argv: ['--version', 'v2', '--kind', 'WebServer'], path: types },
  'create webhook': { argv: [...api, '--defaulting'], path: types },
  edit: { argv: ['--multigroup'], path: types },
  'rename api': { argv: ['--kind', 'WebServer', '--to-kind', 'Site'], path: types },
  'delete api': { argv: api, path: types },
  'delete webhook': { argv: api, path: /\/PROJECT$/ },
  upgrade: { argv: [], path: /\/package\.json$/ },
  manifests: { argv: [], path: types },
  check: { argv: [], path: types },
  rbac: { argv: [], path: types },
  verify: { argv: [crd], path: /\/bases\/.*\.yaml$/ },
  validate: { argv: ['config/samples/_v1_webserver.yaml'], path: /\/samples\/.*\.yaml$/ },
  dev: { argv: [], path: /\/PROJECT$/ },
  'cluster up': { argv: ['--install', crd], path: /\/bases\/.*\.yaml$/ },
  ...Object.fromEntries(
    ['status', 'reset', 'kubeconfig', 'logs', 'down'].map((each) => [`cluster ${each}`, 'instant'] as const),
  ),
  bundle: { argv: ['--version', '0.0.1'], path: /\/PROJECT$/ },
  'bundle validate': { argv: ['bundle'], path: /\/bundle\// },
  scorecard: { argv: ['bundle'], path: /\/bundle\// },
  test: { argv: ['--dry-run'], path: /\/00-install\.yaml$/ },
  inspect: { argv: [], path: types },
  'inspect markers': 'instant',
  version: 'instant',
  completion: 'instant',
  help: 'instant',
};

/**
 * Loaded before the command line: its file system computes where it would read a path, as the compiler, a formatter or a
 * regular expression does with an unusual text.
 */
const slowFiles = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { SLOW_CALLS, SLOW_PATH, SLOW_SECONDS } = process.env;
let isSlow = true;
for (const name of SLOW_CALLS.split(',')) {
  const real = fs[name];
  fs[name] = (...args) => {
    if (isSlow && args.some((each) => new RegExp(SLOW_PATH).test(String(each)))) {
      isSlow = false;
      fs.writeSync(2, 'It computes.\\n');
      for (const end = Date.now() + SLOW_SECONDS * 1000; Date.now() < end; );
    }
    return real(...args);
  };
}
syncBuiltinESMExports();
`;

interface Computing {
  readonly path: RegExp;
  readonly calls?: readonly string[];
  readonly seconds?: number;
}

/** Interrupts a command line when it computes, and returns how it ended, and after which time. */
async function interrupted(
  cwd: string,
  argv: readonly string[],
  { path, calls = ['openSync', 'readdirSync', 'lstatSync', 'statSync'], seconds = 60 }: Computing,
) {
  const slow = ['--import', `data:text/javascript,${encodeURIComponent(slowFiles)}`];
  // `verify` and `validate` read nothing without a helper, in whose place any program does: it is not asked.
  const helper = ['verify', 'validate'].includes(argv[0]!) ? { OPERATOR_GEN_UPSTREAM: process.execPath } : {};
  const settings = { ...helper, SLOW_CALLS: calls.join(), SLOW_PATH: path.source, SLOW_SECONDS: String(seconds) };
  const env = userEnvironment({ XDG_CACHE_HOME: temporaryFolder(), XDG_STATE_HOME: temporaryFolder(), ...settings });
  const child = spawn(process.execPath, [...slow, built.bin, ...argv], {
    cwd,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  let stderr = '';
  let start = 0;
  for await (const part of child.stderr) {
    stderr += String(part);
    if (start > 0 || !stderr.includes('It computes.\n')) continue;
    start = Date.now();
    child.kill('SIGINT');
  }
  const [exitCode, signal] = (await ended) as [number | null, string | null];
  expect(stderr, 'it began to compute').toContain('It computes.\n');
  return { exitCode, signal, stderr, seconds: (Date.now() - start) / 1000, env };
}

/** A folder with a project, one of Go, an empty one, and a bundle. */
function workplace(): string {
  const cwd = temporaryFolder();
  cpSync(join(import.meta.dirname, '../../golden/one-api'), cwd, { recursive: true });
  for (const folder of ['empty', 'go', 'bundle/manifests', 'bundle/metadata', 'test/cases/a'])
    mkdirSync(join(cwd, folder), { recursive: true });
  writeFileSync(
    join(cwd, 'go/PROJECT'),
    'domain: my.domain\nlayout:\n- go.kubebuilder.io/v4\nprojectName: go\nversion: "3"\n',
  );
  writeFileSync(join(cwd, 'test/cases/a/00-install.yaml'), 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n');
  writeFileSync(join(cwd, 'bundle/manifests/a.yaml'), 'kind: ClusterServiceVersion\n');
  return cwd;
}

test('every command has a case', () => {
  const names = commands.filter((each) => 'flags' in each).map(({ name }) => name);
  expect(Object.keys(cases).toSorted()).toEqual([...names, 'version', 'completion', 'help'].toSorted());
});

describe('Ctrl-C ends a command that computes at once, and it leaves nothing', { timeout: 60_000 }, () => {
  const slow = Object.entries(cases).flatMap(([name, each]) => (each === 'instant' ? [] : [[name, each] as const]));

  test.each(slow)('%s', async (name, { argv, path }) => {
    const cwd = workplace();
    const before = filesIn(cwd);
    const { exitCode, signal, seconds } = await interrupted(cwd, [...name.split(' '), ...argv], { path });
    expect([exitCode, signal]).toEqual([null, 'SIGINT']);
    expect(seconds).toBeLessThan(10);
    expect(filesIn(cwd)).toEqual(before);
  });

  test('a turn of manifests --watch', async () => {
    const { signal, seconds } = await interrupted(workplace(), ['manifests', '--watch'], { path: types });
    expect(signal).toBe('SIGINT');
    expect(seconds).toBeLessThan(10);
  });
});

describe('Ctrl-C while files are written ends a command when all of them are', { timeout: 60_000 }, () => {
  few(1).each(['rename api', 'delete api', 'edit'])('%s', async (name) => {
    const { argv } = cases[name] as Slow;
    const [cwd, other] = [workplace(), workplace()];
    const line = [...name.split(' '), ...argv];
    spawnCli(built, line, { cwd: other });
    const writing = { path: /\.operator-gen/, calls: ['renameSync'], seconds: 3 };
    const { exitCode, signal, stderr, env } = await interrupted(cwd, line, writing);
    expect([exitCode, signal]).toEqual([130, null]);
    expect(stderr).toContain('error interrupted: the command was interrupted; the files were written\n');
    expect(filesIn(cwd)).toEqual(filesIn(other));
    expect(spawnCli(built, ['manifests'], { cwd, env }).stderr).not.toContain('interrupted-run');
  });
});
