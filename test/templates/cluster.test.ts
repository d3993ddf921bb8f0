import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/tree.js';
import { initContext, rendered } from './samples.js';

/** A new project with a `kubectl` in it that prints one manifest, and writes down how it is called and what it is given. */
async function project(kubectl: { readonly image?: string; readonly fails?: string } = {}) {
  const root = temporaryFolder(await rendered('init', initContext));
  const program = `#!${process.execPath}
import { appendFileSync, readFileSync } from 'node:fs';
const args = process.argv.slice(2);
appendFileSync('calls', args.join(' ') + '\\n');
if (args[0] === ${JSON.stringify(kubectl.fails ?? '')}) {
  console.log('some of it');
  console.error('kubectl says no');
  process.exit(7);
}
if (args[0] === 'kustomize') console.log('        image: ${kubectl.image ?? 'controller:latest'}\\n');
else {
  appendFileSync('given', readFileSync(0));
  console.log('kubectl did it');
}
`;
  writeFileSync(join(root, 'kubectl'), program);
  chmodSync(join(root, 'kubectl'), 0o755);
  const read = (name: string): string => readFileSync(join(root, name), 'utf8');
  const run = (...args: string[]) =>
    execa(process.execPath, ['hack/cluster.js', ...args], {
      cwd: root,
      env: { PATH: `${root}${delimiter}${process.env['PATH']}` },
      reject: false,
    });
  return { run, read };
}

describe.skipIf(process.platform === 'win32')('hack/cluster.js', () => {
  it.each([
    ['install', 'config/crd', 'apply --server-side --force-conflicts -f -'],
    ['uninstall', 'config/crd', 'delete -f -'],
    ['deploy', 'config/default', 'apply --server-side --force-conflicts -f -'],
    ['undeploy', 'config/default', 'delete -f -'],
  ])('%s hands %s to kubectl', async (verb, folder, call) => {
    const { run, read } = await project();
    const { exitCode, stdout } = await run(verb);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('kubectl did it');
    expect(read('calls')).toBe(`kustomize ${folder}\n${call}\n`);
    expect(read('given')).toContain('image: controller:latest');
  });

  it('deploys the image that it is told', async () => {
    const { run, read } = await project();
    await run('deploy', 'registry.example.com:5000/op@sha256:00');
    expect(read('given')).toContain('image: registry.example.com:5000/op@sha256:00\n');
  });

  it.each(['deploy', 'installer'])('%s refuses an image that it has no place for', async (verb) => {
    const { run, read } = await project({ image: 'mine:9' });
    const { exitCode, stderr } = await run(verb, 'op:2');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('no image controller:latest that op:2 could take the place of');
    expect(read('calls')).toBe('kustomize config/default\n');
  });

  it('deploys what the manifests name when it is told no image', async () => {
    const { run, read } = await project({ image: 'mine:9' });
    expect((await run('deploy')).exitCode).toBe(0);
    expect(read('given')).toContain('image: mine:9\n');
  });

  it('shows what kubectl did before it failed', async () => {
    const { run } = await project({ fails: 'apply' });
    expect((await run('install')).stdout).toBe('some of it');
  });

  it('passes on what it is asked about things that are not there', async () => {
    const { run, read } = await project();
    await run('undeploy', '--ignore-not-found=true');
    expect(read('calls')).toContain('delete --ignore-not-found=true -f -\n');
  });

  it('writes everything into one file', async () => {
    const { run, read } = await project();
    await run('installer', 'op:2');
    expect(read('dist/install.yaml')).toContain('image: op:2');
    expect(read('calls')).toBe('kustomize config/default\n');
  });

  it.each(['kustomize', 'apply'])('ends as kubectl ends when its %s fails, and shows why', async (fails) => {
    const { run } = await project({ fails });
    expect(await run('install')).toMatchObject({ exitCode: 7, stderr: 'kubectl says no' });
  });

  it.each([[], ['toString'], ['remove']])('refuses the verb %j with a line of usage', async (...args) => {
    const { run } = await project();
    const { exitCode, stderr } = await run(...args);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^usage: node hack\/cluster.js <install\|uninstall/);
  });
});
