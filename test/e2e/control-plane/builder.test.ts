import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../support/tree.js';
import { buildControlPlane } from './builder.js';
import { locateControlPlane } from './locate.js';
import { cluster, controlPlaneFolder, controlPlanePrograms, programPath, referenceTools } from './programs.js';

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder, 'bin'));
  vi.stubEnv('PATH', `${join(folder, 'bin')}:/usr/bin:/bin`);
  vi.stubEnv('XDG_CACHE_HOME', folder);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Puts a `go` on the PATH that says which version it is, notes each build and then runs `onBuild` with `$output`. */
function fakeGo(version: string, onBuild = 'echo built > "$output"; chmod +x "$output"'): void {
  const script = `#!/bin/sh
[ "$1" = env ] && { echo ${version}; exit; }
for last; do [ "$previous" = -o ] && output=$last; previous=$last; done
echo "$last" >> ${join(folder, 'builds')}
${onBuild}
`;
  writeFileSync(join(folder, 'bin', 'go'), script, { mode: 0o755 });
}

const builds = () => readFileSync(join(folder, 'builds'), 'utf8').trim().split('\n');
const names = [...controlPlanePrograms, ...referenceTools].map(({ name }) => name).toSorted();

test('builds everything once', async () => {
  fakeGo('go1.26.8');
  expect(await buildControlPlane()).toBe(controlPlaneFolder());
  expect(readdirSync(controlPlaneFolder()).toSorted()).toEqual(names);
  expect(builds()).toHaveLength(names.length);
  await buildControlPlane();
  expect(builds()).toHaveLength(names.length);
});

test('goes on where a build was broken off, and leaves nothing half built', async () => {
  fakeGo(
    'go1.26.8',
    'echo half > "$output"; case $last in */kubectl) echo no disk >&2; exit 1;; esac; chmod +x "$output"',
  );
  await expect(buildControlPlane()).rejects.toThrow(/go build .*k8s\.io\/kubernetes\/cmd\/kubectl\n.*no disk/s);
  const done = controlPlanePrograms.slice(
    0,
    controlPlanePrograms.findIndex(({ name }) => name === 'kubectl'),
  );
  expect(readdirSync(controlPlaneFolder()).toSorted()).toEqual(done.map(({ name }) => name).toSorted());

  fakeGo('go1.26.8');
  rmSync(join(folder, 'builds'));
  const dead = spawnSync(process.execPath, ['-e', '']).pid;
  writeFileSync(join(controlPlaneFolder(), `kubectl.${dead}.unfinished`), 'of a build that was killed');
  await buildControlPlane();
  expect(readdirSync(controlPlaneFolder()).toSorted()).toEqual(names);
  expect(builds()).toHaveLength(names.length - done.length);
});

test('two at once build everything once', async () => {
  fakeGo('go1.26.8');
  await Promise.all([buildControlPlane(), buildControlPlane()]);
  expect(builds()).toHaveLength(names.length);
});

test('without Go, or with one that is too old, one line says what to do', async () => {
  fakeGo('go1.25.3');
  await expect(buildControlPlane()).rejects.toThrow(
    /^Building the control plane needs Go 1\.26 or newer, and this is go1\.25\.3: .*$/,
  );
  vi.stubEnv('PATH', join(folder, 'nothing'));
  await expect(buildControlPlane()).rejects.toThrow(
    /needs Go 1\.26 or newer, and there is no `go` on the PATH: see https:/,
  );
});

test('a missing control plane is built with CI=true only; elsewhere one line says how to get it', async () => {
  fakeGo('go1.26.8');
  const missing = await locateControlPlane({ XDG_CACHE_HOME: folder });
  expect(missing).toMatchObject({
    found: false,
    remedy: expect.stringMatching(/^Run `npm run control-plane` .*$/) as string,
  });
  expect(readdirSync(folder)).toEqual(['bin']);
  const built = await locateControlPlane({ XDG_CACHE_HOME: folder, CI: 'true' });
  expect(built).toEqual({ found: true, directory: controlPlaneFolder(), source: 'cache' });
  expect(await locateControlPlane({ XDG_CACHE_HOME: folder })).toEqual(built);
});

test('with CI=true a control plane that cannot be built is a failure', async () => {
  vi.stubEnv('PATH', join(folder, 'nothing'));
  await expect(locateControlPlane({ XDG_CACHE_HOME: folder, CI: 'true' })).rejects.toThrow(/needs Go/);
});

test('KUBEBUILDER_ASSETS is taken when it holds a whole control plane', async () => {
  fakeGo('go1.26.8');
  await buildControlPlane();
  const named = controlPlaneFolder();
  const env = { XDG_CACHE_HOME: join(folder, 'empty'), KUBEBUILDER_ASSETS: named };
  expect(await locateControlPlane(env)).toEqual({ found: true, directory: named, source: 'KUBEBUILDER_ASSETS' });
  rmSync(programPath(cluster.name));
  expect(await locateControlPlane(env)).toMatchObject({ found: false });
});
