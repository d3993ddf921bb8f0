import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isExecutable } from '../../runtime/src/testing/environment/platform.js';
import { commands } from '../../src/commands.js';
import { buildCli, type BuiltCli } from '../cli/framework/built.js';
import { cli } from '../cli/framework/support.js';
import { eventually } from '../support/eventually.js';
import { blocksOf } from '../support/pages.js';
import { story } from '../support/story.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/tree.js';
import { outputPattern } from '../support/tutorial.js';
import { cluster, programPath } from './control-plane/programs.js';

const checkout = resolve(import.meta.dirname, '../..');
const program = programPath(cluster.name);
const blocks = blocksOf(readFileSync(join(checkout, 'README.md'), 'utf8'));
const at = blocks.findIndex(({ info }) => info === 'sh demo');
const [demo, output] = [blocks[at]!.text, blocks[at + 1]!.text];
const lines = demo.trim().split('\n');
const [create, dev] = lines.map((line) => line.replace(/^npx operator-gen /, '').split(' '));

describe.skipIf(!isExecutable(program))('the demo of the README', { ...story, timeout: 180_000 }, () => {
  let [home, project]: (TemporaryFolder | undefined)[] = [];
  let built: BuiltCli;
  let env: Record<string, string>;
  let child: ChildProcess | undefined;
  let printed = '';

  beforeAll(async () => {
    built = await buildCli();
    [home, project] = [makeTemporaryFolder(), makeTemporaryFolder()];
    env = {
      PATH: process.env['PATH'] ?? '',
      HOME: home.path,
      XDG_STATE_HOME: join(home.path, 'state'),
      OPERATOR_GEN_CLUSTER: program,
      GOGC: '400',
    };
    for (const words of [['init', '--project-name', 'webserver-operator', '--skip-install'], create!]) {
      const { exitCode, stderr } = await cli(words, { cwd: project.path, env, commands });
      if (exitCode !== 0) throw new Error(`${words.join(' ')}: ${stderr}`);
    }
    symlinkSync(join(checkout, 'node_modules'), join(project.path, 'node_modules'));
  }, 180_000);
  afterAll(async () => {
    child?.kill('SIGKILL');
    await cli(['cluster', 'down', 'webserver-operator'], { cwd: home!.path, env, commands });
    for (const each of [project, home, built]) each?.remove();
  });

  it('is two commands', () => expect(lines).toHaveLength(2));

  it('reconciles a WebServer, and prints what the README shows', async () => {
    child = spawn(process.execPath, [built.bin, ...dev!], { cwd: project!.path, env, stdio: 'pipe' });
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk: Buffer) => (printed += String(chunk)));
    await eventually(() => expect(printed).toMatch(outputPattern(output)));
    const kubeconfig = join(home!.path, 'state/operator-gen/clusters/webserver-operator/kubeconfig');
    const flags = [`--kubeconfig=${kubeconfig}`, `--cache-dir=${join(home!.path, 'kubectl')}`];
    const words = ['wait', '--for=condition=Available', 'webserver/webserver-sample', '--timeout=60s'];
    const { stdout } = await promisify(execFile)(programPath('kubectl'), [...flags, ...words]);
    expect(stdout).toContain('condition met');
  });

  it('ends on request', async () => {
    child!.stdin!.write('quit\n');
    if (child!.exitCode === null) await once(child!, 'exit');
    expect(child!.exitCode).toBe(0);
  });
});
