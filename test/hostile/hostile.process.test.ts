import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCliForNobody, nobody, type CliForNobody } from '../cli/framework/built-for-nobody.js';
import { goldenFolder } from '../support/scaffold-golden.js';
import { snapshot, temporaryFolder } from '../support/tree.js';
import { helperForTests } from '../support/upstream.js';
import { hostileRepositories, type Place } from './repositories.js';

const secret = 'canary-5f1c9e7a';
const secrets = {
  'secret.txt': `# ${secret}\n${secret}\n`,
  'secret.ts': `/** ${secret} */\nexport interface Secret { ${secret.replaceAll('-', '_')}: string }\nexport const groupVersion = ${secret};\n`,
  'secret.yaml': `# ${secret}\n${secret}: &a ${secret}\n${secret}: [\n`,
  'secret.json': `{ "${secret}": "${secret}", "compilerOptions": { "paths": { "x": ["${secret}"] } } }`,
  'folder/secret.ts': `export const secret = '${secret}';\n`,
  'folder/kustomization.yaml': `resources: [${secret}]\n`,
};

const commands = [
  ['check'],
  ['check', '--output', 'github'],
  ['inspect', '--verbose'],
  ['manifests', '--verbose'],
  ['edit', '--multigroup', '--diff'],
  ['rename', 'api', '--group', 'parking', '--kind', 'CarPark', '--to-kind', 'Garage'],
];

interface Run {
  readonly argv: readonly string[];
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface Report {
  readonly runs: readonly Run[];
  readonly opened: readonly string[];
  readonly written: readonly string[];
  readonly executed: readonly string[];
  readonly failure?: string;
}

const repository = resolve(import.meta.dirname, '../..');
const longest = 60_000;
let built: CliForNobody;
let runner: Runner | undefined;
/** The helper with the API server's code, where the unprivileged user can read it. */
let helper = 'none';

beforeAll(async () => {
  built = await buildCliForNobody();
  await bundleForRunner(join(built.folder, 'modules'));
  copyFileSync(join(import.meta.dirname, 'runner.cjs'), join(built.folder, 'runner.cjs'));
  const found = await helperForTests();
  if (found !== undefined) {
    helper = join(built.folder, 'helper');
    copyFileSync(found, helper);
    chmodSync(helper, 0o755);
  }
}, 300_000);
afterAll(() => {
  runner?.kill();
  built.remove();
});

/** The modules that the runner imports, which have no entries of their own in the bundle. */
async function bundleForRunner(outdir: string): Promise<void> {
  const entryPoints = [
    'cli/framework/main',
    'cli/framework/process-context',
    'commands',
    'features',
    'base/memory/memory',
  ];
  const source = resolve(import.meta.dirname, '../../src');
  await build({
    absWorkingDir: source,
    entryPoints: entryPoints.map((each) => `./${each}.ts`),
    outbase: source,
    outdir,
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
  });
}

/** A process that runs command lines in one project after the other, as the unprivileged user. */
interface Runner {
  report(given: object): Promise<Report>;
  kill(): void;
}

function startRunner(): Runner {
  const home = join(built.folder, 'home');
  mkdirSync(home, { recursive: true });
  if (nobody !== undefined) chownSync(home, nobody.uid, nobody.gid);
  const child = spawn(
    built.node,
    ['--max-old-space-size=768', join(built.folder, 'runner.cjs'), join(built.folder, 'modules')],
    { cwd: home, env: { PATH: '/usr/bin:/bin', HOME: home, TMPDIR: home, OPERATOR_GEN_UPSTREAM: helper }, ...nobody },
  );
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const failed = once(child, 'error').then(([error]) => Promise.reject(error as Error));
  failed.catch(() => undefined);
  return {
    kill: () => void child.kill('SIGKILL'),
    report: async (given) => {
      const timer = setTimeout(() => child.kill('SIGKILL'), longest);
      child.stdin.write(`${JSON.stringify(given)}\n`);
      const { value, done } = await Promise.race([lines.next(), failed]);
      clearTimeout(timer);
      expect({ done: done === true, stderr }, 'the commands ended by themselves').toEqual({ done: false, stderr: '' });
      return JSON.parse(value as string) as Report;
    },
  };
}

/** Runs the commands one after the other in the project. A process that did not survive them is not used again. */
async function runIn(project: string, home: string): Promise<Report> {
  const env = { PATH: '/usr/bin:/bin', HOME: home, OPERATOR_GEN_UPSTREAM: helper };
  const current = (runner ??= startRunner());
  runner = undefined;
  const report = await current.report({ project, commands, env });
  runner = current;
  return report;
}

function place(): Place & { readonly home: string } {
  const folder = temporaryFolder();
  const [project, outside, home] = ['project', 'outside', 'home'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  cpSync(join(goldenFolder, 'webhooks'), project, { recursive: true });
  mkdirSync(join(outside, 'folder'), { recursive: true });
  mkdirSync(home);
  for (const [name, text] of Object.entries(secrets)) writeFileSync(join(outside, name), text);
  return { project, outside, home };
}

function giveTo(owner: number, path: string): void {
  chownIfNotLink(owner, path);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) giveTo(owner, join(path, entry.name));
    else chownIfNotLink(owner, join(path, entry.name));
  }
}

function chownIfNotLink(owner: number, path: string): void {
  if (!lstatSync(path).isSymbolicLink()) chownSync(path, owner, owner);
}

/** What may be opened: the project, the tool, and what the tool keeps for the user. */
function isAllowed(path: string, { project, home }: { readonly project: string; readonly home: string }): boolean {
  const folders = [project, home, realpathSync(built.folder), ...(nobody === undefined ? [repository] : [])];
  return folders.some((folder) => path === folder || path.startsWith(`${folder}/`)) && !path.includes('/.git/');
}

describe('in a repository of a stranger, no command reads, writes, executes, prints or waits for what it should not', () => {
  it.each(hostileRepositories)('$name', { timeout: longest + 30_000 }, async ({ prepare }) => {
    const at = place();
    prepare(at);
    const guarded = ['.git', '.vscode', 'node_modules', 'src/main.ts'];
    if (nobody !== undefined) {
      chmodSync(join(at.project, '..'), 0o755);
      for (const folder of [at.project, at.outside, at.home]) giveTo(nobody.uid, folder);
    }
    const outside = snapshot(at.outside);
    const before = guardedIn(at.project, guarded);
    const report = await runIn(at.project, at.home);

    expect(report.failure).toBeUndefined();
    expect(report.executed.filter((path) => path !== helper)).toEqual([]);
    expect(report.opened.filter((path) => !isAllowed(path, at))).toEqual([]);
    expect(report.written.filter((path) => !isAllowed(path, at))).toEqual([]);
    expect(snapshot(at.outside)).toEqual(outside);
    expect(guardedIn(at.project, guarded)).toEqual(before);
    expect(readdirSync(at.project)).not.toContain('executed');
    for (const run of report.runs) {
      const said = run.stdout + run.stderr;
      expect([0, 1, 2, 3], said).toContain(run.exitCode);
      expect(said).not.toContain(secret);
      expect(said).not.toContain(secret.replaceAll('-', '_'));
      // What a terminal obeys: controls other than tabs and line ends, and changes of direction.
      expect(said).not.toMatch(/[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069]/u);
      if (run.argv.includes('github')) expect(commandsIn(run.stdout)).toEqual([]);
    }
  });

  it('and there are at least 60 of them, each with a name of its own', () => {
    const names = new Set(hostileRepositories.map(({ name }) => name));
    expect(names.size).toBe(hostileRepositories.length);
    expect(names.size).toBeGreaterThanOrEqual(60);
  });
});

/** Files that no command may change, whatever else it does; `src/main.ts` may move or be edited, but not go. */
function guardedIn(project: string, names: readonly string[]): unknown {
  return names.map((name) => {
    const path = join(project, name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return [name, 'missing'];
    return [name, stats.isDirectory() ? snapshot(path) : 'there'];
  });
}

/** Lines that a runner of workflows takes for a command, other than annotations. */
function commandsIn(stdout: string): readonly string[] {
  return stdout
    .split(/\r\n|[\n\r]/)
    .filter(
      (line) =>
        /^\s*(?:::|##\[)/.test(line) &&
        !/^::(?:error|warning|notice) [^:]*file=/.test(line) &&
        !/^::(?:error|warning)(?: title=[^:]*)?::/.test(line),
    );
}
