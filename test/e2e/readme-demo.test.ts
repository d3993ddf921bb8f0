import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isExecutable } from '../../runtime/src/testing/environment/platform.js';
import { commands } from '../../src/commands.js';
import { buildCli, type BuiltCli } from '../cli/framework/built.js';
import { cli } from '../cli/framework/support.js';
import { ClusterUser } from '../support/cluster-user.js';
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
  let user: ClusterUser;
  let project: TemporaryFolder;
  let built: BuiltCli;
  let child: ChildProcess | undefined;
  let printed = '';

  beforeAll(async () => {
    built = await buildCli();
    user = new ClusterUser({ built });
    project = makeTemporaryFolder();
    const { env } = user;
    for (const words of [['init', '--project-name', 'webserver-operator', '--skip-install'], create!]) {
      const { exitCode, stderr } = await cli(words, { cwd: project.path, env, commands });
      if (exitCode !== 0) throw new Error(`${words.join(' ')}: ${stderr}`);
    }
    symlinkSync(join(checkout, 'node_modules'), join(project.path, 'node_modules'));
  }, 180_000);
  afterAll(async () => {
    child?.kill('SIGKILL');
    await user.cluster('down webserver-operator');
    for (const each of [project, user, built]) each?.remove();
  });

  it('is two commands', () => expect(lines).toHaveLength(2));

  it('reconciles a WebServer, and prints what the README shows', async () => {
    child = spawn(process.execPath, [built.bin, ...dev!], { cwd: project.path, env: user.env, stdio: 'pipe' });
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk: Buffer) => (printed += String(chunk)));
    await eventually(() => expect(printed).toMatch(outputPattern(output)));
    const words = ['wait', '--for=condition=Available', 'webserver/webserver-sample', '--timeout=60s'];
    expect(await user.kubectl('webserver-operator', ...words)).toContain('condition met');
  });

  it('ends on request', async () => {
    child!.stdin!.write('quit\n');
    if (child!.exitCode === null) await once(child!, 'exit');
    expect(child!.exitCode).toBe(0);
  });
});
