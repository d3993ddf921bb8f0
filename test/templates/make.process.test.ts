import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa, execaSync } from 'execa';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildWithKustomize } from '../support/ask-helper.js';
import { testFolder, type TestProject } from '../support/projects.js';
import { makeTemporaryFolder } from '../support/tree.js';

await buildWithKustomize();

const folder = makeTemporaryFolder();
let project: TestProject;

beforeAll(async () => {
  project = testFolder({}, undefined, folder.path);
  await project.init({ projectName: 'shop' });
  await project.settings({ helm: true, chartFolder: 'deploy/chart', olm: true });
});

afterAll(() => folder.remove());

/** Runs make with programs that print their arguments. The manifests are up to date. */
function make(...args: readonly string[]) {
  const programs = ['HELM=echo helm', 'CONTAINER_TOOL=echo docker', 'OPM=echo opm'];
  return execaSync('make', ['--old-file=manifests', ...programs, ...args], { cwd: project.root, reject: false });
}

describe('the targets of make', () => {
  it('are those of the chart and of bundles, too', () => {
    const { stdout } = make('help');
    expect(stdout).toMatch(/^Helm\n {2}helm-lint /m);
    expect(stdout).toMatch(/^OLM\n {2}bundle /m);
    expect(stdout).toMatch(/^ {2}deploy /m);
  });

  it.each([
    ['shop:v1', 'shop', 'v1'],
    ['localhost:5000/shop:v1', 'localhost:5000/shop', 'v1'],
    ['localhost:5000/shop@sha256:0a', 'localhost:5000/shop', 'sha256:0a'],
    ['example.com/shop:v1@sha256:0a', 'example.com/shop:v1', 'sha256:0a'],
  ])('deploy the image %s', (image, repository, tag) => {
    const { stdout, exitCode } = make('helm-deploy', `IMG=${image}`);
    expect(exitCode).toBe(0);
    expect(stdout).toContain(
      'helm upgrade shop deploy/chart --install --create-namespace --wait --namespace=shop-system',
    );
    expect(stdout).toContain(
      `--set-string manager.image.repository=${repository} --set-string manager.image.tag=${tag}`,
    );
  });

  it.each(['shop', 'localhost:5000/shop'])('refuse the image %s', (image) => {
    expect(make('helm-deploy', `IMG=${image}`)).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringContaining(`IMG=${image} has neither a tag nor a digest`),
    });
  });

  it.each([
    ['helm-lint', [], 'helm lint --strict deploy/chart'],
    ['helm-package', [], 'helm package deploy/chart --destination=dist'],
    ['helm-rollback', ['HELM_REVISION=3'], 'helm rollback shop 3 --wait --namespace=shop-system'],
    [
      'helm-rollback',
      ['KUBE_CONTEXT=kind-a'],
      'helm rollback shop --wait --namespace=shop-system --kube-context=kind-a',
    ],
    ['helm-status', ['HELM_RELEASE=a', 'HELM_NAMESPACE=b'], 'helm status a --namespace=b'],
    ['helm-history', [], 'helm history shop --namespace=shop-system'],
    ['helm-uninstall', [], 'helm uninstall shop --namespace=shop-system'],
    ['bundle-build', ['VERSION=0.2.0'], 'docker build -f bundle.Dockerfile -t shop-bundle:v0.2.0 .'],
    ['bundle-push', ['BUNDLE_IMG=example.com/b:v1'], 'docker push example.com/b:v1'],
  ])('%s %s', (target, variables, command) => {
    const { stdout } = make(target, ...variables);
    expect(stdout.split('\n').at(-1)!.replaceAll(/ +/g, ' ').trim()).toBe(command);
  });
});

it.each([
  [['IMG=example.com/shop:v1', 'REPLACES=0.1.0'], '--version="0.2.0" --image="example.com/shop:v1" --replaces="0.1.0"'],
  [[], '--version="0.2.0"'],
])('make bundle %s', (variables, flags) => {
  const [line = ''] = make('--dry-run', 'bundle', 'VERSION=0.2.0', ...variables).stdout.split('\n');
  expect(line.replaceAll(/ +/g, ' ').trim()).toBe(`npx operator-gen bundle ${flags}`);
});

describe('make run', () => {
  it('passes SIGTERM on to the operator', async () => {
    const { root } = project;
    mkdirSync(join(root, 'dist'), { recursive: true });
    // Stands in for the operator, and for the script that bundles it.
    writeFileSync(
      join(root, 'dist/main.mjs'),
      "process.on('SIGTERM', () => process.exit(0));\nsetInterval(() => undefined, 1000);\n" +
        "console.log('args', process.pid, ...process.argv.slice(2));\n",
    );
    const npm = join(root, 'npm');
    writeFileSync(npm, '#!/bin/sh\necho npm "$@"\n', { mode: 0o755 });
    const env = { PATH: `${root}:${process.env['PATH']}` };
    const args = [
      '--silent',
      '--old-file=manifests',
      'run',
      'ARGS=--log-level=debug',
      'WEBHOOK_URL=https://127.0.0.1:1',
      'KUBE_CONTEXT=there',
      'cluster=echo cluster',
    ];
    const running = execa('make', args, { cwd: root, env, reject: false });
    let output = '';
    running.stdout.on('data', (data: Buffer) => (output += data.toString()));
    const pid = await vi.waitFor(
      () =>
        Number(/^args (\d+) --context=there --webhook-url=https:\/\/127.0.0.1:1 --log-level=debug$/m.exec(output)![1]),
      10_000,
    );
    onTestFinished(() => {
      if (isRunning(pid)) process.kill(pid, 'SIGKILL');
    });
    running.kill('SIGTERM');
    await running;
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), 5000);
    expect(output).toMatch(/^cluster install --webhooks --context=there\nnpm run --silent build\nargs /);
  });

  it('installs nothing without WEBHOOK_URL, and prints the cluster', () => {
    const lines = make('--dry-run', '--old-file=manifests', 'run', 'KUBE_CONTEXT=there').stdout.split('\n');
    expect(lines[0]).toMatch(/^\S+\/operator-gen-cluster context --context="there"$/);
    expect(lines.at(-1)).toMatch(/^exec node dist\/main\.mjs --context="there"/);
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('the targets of make for two charts', () => {
  it('deploy and uninstall both in order, and lint and pack both', async () => {
    await project.settings({ separateCRDs: true });
    const charts = 'deploy/chart-crds deploy/chart';
    const linesOf = (...args: readonly string[]): readonly string[] => make(...args).stdout.split('\n');
    expect(linesOf('helm-lint')).toContain(`helm lint --strict ${charts}`);
    expect(linesOf('helm-package')).toContain(`helm package ${charts} --destination=dist`);
    const [ofCrds, ofOperator] = linesOf('helm-deploy', 'IMG=shop:v1', 'HELM_ARGS=--a', 'HELM_CRDS_ARGS=--b').filter(
      (line) => line.startsWith('helm '),
    );
    expect(ofCrds).toBe(
      'helm upgrade shop-crds deploy/chart-crds --install --create-namespace --wait --namespace=shop-system --set-string operator.release=shop --a --b',
    );
    expect(ofOperator).toMatch(/^helm upgrade shop deploy\/chart --install .* --a$/);
    expect(linesOf('helm-uninstall').filter((line) => line.startsWith('helm '))).toEqual([
      'helm uninstall shop --namespace=shop-system',
      'helm uninstall shop-crds --namespace=shop-system',
    ]);
    await project.settings({ separateCRDs: false });
    expect(make('helm-deploy', 'IMG=shop:v1').stdout).not.toContain('crds');
  });
});
