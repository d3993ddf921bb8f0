import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands } from '../../../src/commands.js';
import { cli } from '../../cli/framework/support.js';
import { buildWithKustomize } from '../../support/ask-helper.js';
import { snapshot, temporaryFolder } from '../../support/tree.js';

const csv = 'bundle/manifests/webserver-operator.clusterserviceversion.yaml';
const base = 'config/manifests/bases/webserver-operator.clusterserviceversion.yaml';
const ownCrd = 'config/crd/bases/my.domain_webservers.yaml';
const ownTypes = 'src/api/v1/webserver.types.ts';
const annotations = 'bundle/metadata/annotations.yaml';

const helper = await buildWithKustomize();

/** A project with one kind, and the command in it. */
function project() {
  const cwd = temporaryFolder();
  cpSync(join(import.meta.dirname, '../../golden/one-api'), cwd, { recursive: true });
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  };
  const read = (path: string): string => readFileSync(join(cwd, path), 'utf8');
  const bundle = (line = '', env: Readonly<Record<string, string>> = {}) =>
    cli(['bundle', '--version', '0.2.0', ...line.split(' ').filter(Boolean)], { cwd, commands, env, ...helper });
  return { cwd, read, write, bundle, isThere: (path: string) => existsSync(join(cwd, path)) };
}

describe('the time of a bundle', () => {
  it('stays as long as everything else does', async () => {
    const { read, write, bundle } = project();
    await bundle();
    const old = read(csv).replace(/createdAt: .*/, 'createdAt: "2020-01-01T00:00:00Z"');
    write(csv, old);
    expect((await bundle()).stderr).toContain('The bundle is up to date.');
    expect(read(csv)).toBe(old);
    await bundle('--replaces 0.1.0');
    expect(read(csv)).toContain('replaces: webserver-operator.v0.1.0');
    expect(read(csv)).not.toContain('2020-01-01');
  });

  it('is that of a reproducible build', async () => {
    const { read, bundle } = project();
    await bundle('', { SOURCE_DATE_EPOCH: '86400' });
    expect(read(csv)).toContain('createdAt: "1970-01-02T00:00:00Z"');
  });
});

describe('in a subfolder of the project', () => {
  it('the paths, the next step and the checks are those of the project', async () => {
    const { cwd: root } = project();
    const cwd = join(root, 'src/api');
    const run = (line: string) => cli(line.split(' '), { cwd, commands, ...helper });
    const made = await run('bundle --version 0.2.0');
    expect(made.stdout).toContain(`create ../../${csv} `);
    expect(made.stderr).toContain(' in ../../bundle.\n');
    const [, next = ''] = /^ {2}npx operator-gen (.*)$/m.exec(made.stderr) ?? [];
    const validated = await run(next);
    expect(validated.exitCode).toBe(0);
    expect(validated.stderr).toContain(' of ../../bundle.\n');
    expect((await run('scorecard')).stdout).toContain('pass');
  });
});

describe('a problem of an object', () => {
  it.each(['kind: Deployment', 'kind: "Deployment"', 'kind: Deployment # of the manager'])(
    'is at its line: %s',
    async (line) => {
      const { read, write, bundle } = project();
      const path = 'config/manager/manager.yaml';
      write(path, read(path).replace('kind: Deployment', line));
      const { stderr, exitCode } = await bundle('--use-image-digests');
      expect(exitCode).toBe(1);
      const place = read(path).split('\n').indexOf(line) + 1;
      expect(place).toBeGreaterThan(1);
      expect(stderr).toContain(`${path}:${place}:1 - error image-without-digest`);
    },
  );

  it('is reported for a kind with a parenthesis', async () => {
    const { read, write, bundle } = project();
    const path = 'config/manager/manager.yaml';
    write(path, `${read(path)}---\napiVersion: v1\nkind: "Odd("\nmetadata:\n  name: odd\n`);
    expect((await bundle()).stderr).toMatch(new RegExp(`^${path}:\\d+:1 - error unsupported-in-bundle`, 'm'));
  });
});

describe('the image of the operator', () => {
  const image = 'registry.example.com/shop:v0.2.0';
  const place = /^config\/manager\/manager.yaml:\d+:1 - warning placeholder-image/m;

  it('is reported as long as it is the placeholder', async () => {
    const { read, write, bundle } = project();
    const ran = await bundle();
    expect([ran.exitCode, ran.stderr]).toEqual([0, expect.stringMatching(place)]);
    // It may be in another container, and in those that are started first.
    const path = 'config/manager/manager.yaml';
    const text = read(path);
    write(path, text.replace('controller:latest', image));
    expect((await bundle()).stderr).not.toContain('placeholder');
    const first = '      initContainers: [{ name: first, image: "controller:latest" }]\n      containers:\n';
    write(path, text.replace('controller:latest', image).replace('      containers:\n', first));
    expect((await bundle()).stderr).toMatch(place);
  });

  it('is that of --image, in all containers, and only in the bundle', async () => {
    const { cwd, read, write, bundle } = project();
    const path = 'config/manager/manager.yaml';
    const first = '      initContainers: [{ name: first, image: "controller:latest" }]\n      containers:\n';
    write(path, read(path).replace('      containers:\n', first));
    const before = snapshot(cwd);
    expect((await bundle(`--image ${image}`)).stderr).not.toContain('warning');
    expect(read(csv).match(/image: .*/g)).toEqual([`image: ${image}`, `image: ${image}`]);
    expect(snapshot(cwd)).toMatchObject(before);
  });

  it('can be named in config too, but not differently', async () => {
    const { read, write, bundle } = project();
    const path = 'config/manager/manager.yaml';
    write(path, read(path).replace('controller:latest', image));
    expect(await bundle(`--image ${image}`)).toMatchObject({ exitCode: 0 });
    const { exitCode, stderr } = await bundle('--image registry.example.com/shop:v0.3.0');
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('no Deployment has the image controller:latest')]);
  });
});

describe('what a user wrote', () => {
  it('has whole numbers exactly', async () => {
    const { read, write, bundle } = project();
    const names = readdirSync(join(import.meta.dirname, '../../golden/one-api/config/samples'));
    const sample = `config/samples/${names.find((each) => each.includes('webserver'))!}`;
    write(sample, `${read(sample).trimEnd()}\n  large: 9007199254740993\n`);
    const { stderr, exitCode } = await bundle();
    expect([exitCode, stderr]).toEqual([0, expect.not.stringContaining('whole number')]);
    expect(read(csv)).toContain('9007199254740993');
    expect((await bundle()).stderr).toContain('The bundle is up to date.');
  });

  it('is in the ClusterServiceVersion', async () => {
    const { read, write, bundle } = project();
    const text = `apiVersion: operators.coreos.com/v1alpha1
kind: ClusterServiceVersion
metadata: { name: webserver-operator.v0.0.0 }
spec: { displayName: Web Servers, provider: { name: Example Inc. }, minKubeVersion: 1.34.0 }
`;
    write(base, text);
    expect(await bundle()).toMatchObject({ exitCode: 0 });
    for (const each of ['displayName: Web Servers', 'name: Example Inc.', 'minKubeVersion: 1.34.0', 'version: 0.2.0'])
      expect(read(csv)).toContain(each);
    expect(read(base)).toBe(text);
  });

  it('in markers is there, and changes no CRD', async () => {
    const { read, write, bundle } = project();
    const crds = read(ownCrd);
    const source = read(ownTypes);
    const marked = source
      .replace('@Resource(', "@CsvKind({ displayName: 'Server of pages' })\n@Resource(")
      .replace('size:', "@Csv({ displayName: 'Marked field' })\n  size:")
      .replace('import {', 'import { Csv, CsvKind,');
    write(ownTypes, marked);
    expect(await bundle()).toMatchObject({ exitCode: 0 });
    expect(read(csv)).toContain('displayName: Server of pages');
    expect(read(csv)).toContain('displayName: Marked field');
    expect(read(ownCrd)).toBe(crds);
  });

  it('in the channels stays', async () => {
    const { read, write, bundle } = project();
    await bundle('--channels candidate,stable --default-channel stable');
    expect(read('bundle.Dockerfile')).toContain('channels.v1=candidate,stable\n');
    write(annotations, `${read(annotations)}  com.redhat.openshift.versions: v4.18\n`);
    await bundle();
    for (const each of ['channels.v1: candidate,stable\n', 'default.v1: stable\n', 'openshift.versions: v4.18\n'])
      expect(read(annotations)).toContain(each);
    await bundle('--channels fast');
    expect(read(annotations)).toContain('channels.v1: fast\n');
    expect(read(annotations)).not.toContain('default.v1');
  });

  it('in annotations that cannot be read is not overwritten', async () => {
    const { read, write, bundle } = project();
    await bundle('--channels stable');
    const broken = `${read(annotations)}  : [\n`;
    write(annotations, broken);
    const { exitCode, stderr } = await bundle();
    expect(exitCode).toBe(1);
    expect(stderr).toContain(annotations);
    expect(read(annotations)).toBe(broken);
  });

  it('in annotations is not an instruction of the Dockerfile', async () => {
    const { read, write, bundle } = project();
    await bundle();
    write(annotations, `${read(annotations)}  "a\\nRUN b": "$HOME\\nRUN c"\n`);
    await bundle();
    expect(read('bundle.Dockerfile')).toContain(String.raw`LABEL "a\nRUN b"="\$HOME\nRUN c"`);
    expect(read('bundle.Dockerfile')).not.toMatch(/^RUN/m);
  });

  it('in files of the same names is not overwritten without --force', async () => {
    const { cwd, read, write, bundle } = project();
    write('bundle.Dockerfile', 'FROM mine\n');
    const before = snapshot(cwd);
    const { exitCode, stderr } = await bundle();
    expect(exitCode).toBe(1);
    expect(stderr).toContain('bundle.Dockerfile');
    expect(stderr).toContain('--force');
    expect(snapshot(cwd)).toEqual(before);
    expect(await bundle('--force')).toMatchObject({ exitCode: 0 });
    expect(read('bundle.Dockerfile')).toContain('FROM scratch');
  });

  it('beside the files of the bundle stays, and what is no longer in it goes', async () => {
    const { read, write, bundle, isThere } = project();
    write('config/manager/settings.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\n');
    write('config/manager/kustomization.yaml', `${read('config/manager/kustomization.yaml')}- settings.yaml\n`);
    write('bundle/manifests/mine.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: mine\n');
    await bundle();
    const path = 'bundle/manifests/webserver-operator-settings_v1_configmap.yaml';
    expect(isThere(path)).toBe(true);
    write(
      'config/manager/kustomization.yaml',
      read('config/manager/kustomization.yaml').replace('- settings.yaml\n', ''),
    );
    await bundle();
    expect(isThere(path)).toBe(false);
    expect(isThere('bundle/manifests/mine.yaml')).toBe(true);
  });

  it('in the sources is in the bundle before the manifests are generated', async () => {
    const { cwd, read, write, bundle } = project();
    const types = join(
      'src/api/v1',
      readdirSync(join(cwd, 'src/api/v1')).find((name) => name.includes('.types.'))!,
    );
    write(types, read(types).replace('size: Int32 = 1;', 'size: Int32 = 1;\n\n  /** The color. */\n  color?: string;'));
    const crd = read('config/crd/bases/my.domain_webservers.yaml');
    await bundle();
    expect(read('bundle/manifests/my.domain_webservers.yaml')).toContain('color:');
    expect(read(csv)).toContain('path: color');
    expect(read('config/crd/bases/my.domain_webservers.yaml')).toBe(crd);
  });

  it('is the same after manifests and check', async () => {
    const { cwd, bundle } = project();
    await bundle();
    const before = snapshot(cwd);
    expect(await cli(['manifests'], { cwd, commands, ...helper })).toMatchObject({ exitCode: 0 });
    expect(await cli(['check'], { cwd, commands, ...helper })).toMatchObject({ exitCode: 0 });
    expect(snapshot(cwd)).toEqual(before);
  });

  it('in a kustomization for bundles is used instead of config/default', async () => {
    const { read, write, bundle } = project();
    write('config/manifests/kustomization.yaml', 'resources:\n- ../default\n- ../samples\n- extra.yaml\n');
    write('config/manifests/extra.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: extra\n');
    expect(await bundle()).toMatchObject({ exitCode: 0 });
    expect(read('bundle/manifests/extra_v1_configmap.yaml')).toContain('name: extra');
    expect(read(csv)).toContain('"name": "webserver-sample"');
  });
});

describe('built manifests', () => {
  const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: { name: shop }
spec: { template: { spec: { containers: [{ name: a, image: a }] } } }
`;
  const version = `---
apiVersion: operators.coreos.com/v1alpha1
kind: ClusterServiceVersion
metadata: { name: shop.v0.0.0 }
spec: { displayName: Shop }
`;

  it('are made into a bundle outside of a project', async () => {
    const cwd = temporaryFolder({ 'built.yaml': deployment + version });
    const run = () => cli('bundle --version 1.0.0 --from built.yaml'.split(' '), { cwd, commands, ...helper });
    expect(await run()).toMatchObject({ exitCode: 0 });
    const before = snapshot(cwd);
    // Nobody knows what has made the manifests.
    expect(String(before['bundle/metadata/annotations.yaml'])).toContain('project_layout: unknown\n');
    expect(
      Object.keys(before)
        .filter((path) => !path.endsWith('/'))
        .toSorted(),
    ).toEqual([
      'built.yaml',
      'bundle.Dockerfile',
      'bundle.Dockerfile.dockerignore',
      'bundle/manifests/shop.clusterserviceversion.yaml',
      'bundle/metadata/annotations.yaml',
      'bundle/tests/scorecard/config.yaml',
    ]);
    expect((await run()).stderr).toContain('The bundle is up to date.');
    expect(snapshot(cwd)).toEqual(before);
  });

  it('replace those of a project, and need no base there', async () => {
    const { read, write, bundle } = project();
    write('built.yaml', deployment);
    write(base, version.replace('displayName: Shop', 'displayName: From the project'));
    expect(await bundle('--from built.yaml')).toMatchObject({ exitCode: 0 });
    expect(read(csv)).toContain('displayName: From the project');
    expect(read(csv)).toContain('name: webserver-operator.v0.2.0');
  });
});

describe('a value that OLM would refuse', () => {
  it.each([
    ['--version', '0.2'],
    ['--version', '1.0.0+build'],
    ['--replaces', 'A_b'],
    ['--skips', 'a/b'],
    ['--channels', 'a b'],
    ['--default-channel', 'other'],
    ['--from', 'nowhere.yaml'],
  ])('%s %s exits with 2, and nothing is written', async (option, value) => {
    const { cwd } = project();
    const before = snapshot(cwd);
    const others = option === '--version' ? [] : ['--version', '0.2.0'];
    const channels = option === '--default-channel' ? ['--channels', 'stable'] : [];
    const ran = await cli(['bundle', ...others, ...channels, option, value], { cwd, commands, ...helper });
    expect(ran.exitCode).toBe(2);
    expect(ran.stderr).toContain(`invalid value "${value}" for ${option}`);
    expect(snapshot(cwd)).toEqual(before);
  });
});

it('does not follow a link out of the project', async () => {
  const { cwd, bundle } = project();
  const elsewhere = temporaryFolder({ 'manifests/a.yaml': 'kind: Mine\n' });
  const before = snapshot(elsewhere);
  symlinkSync(elsewhere, join(cwd, 'bundle'));
  const { exitCode, stderr } = await bundle();
  expect(exitCode).toBe(1);
  expect(stderr).toContain('bundle is a symbolic link');
  expect(snapshot(elsewhere)).toEqual(before);
});
