import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse, stringify } from 'yaml';
import { check } from '../../src/cli/commands/check/run.js';
import { disk } from '../../src/base/io/disk.js';
import { helperOf, type Helper } from '../../src/base/helper/helper.js';
import { eventually } from '../support/eventually.js';
import { problemsOf, projectWithApi, type TestProject } from '../support/projects.js';
import { serverOf, type Server } from '../support/server-verdict.js';
import { temporaryFolder } from '../support/tree.js';
import { helperForTests } from '../support/upstream.js';
import { sharedApiServer } from './control-plane/shared.js';

const shared = await sharedApiServer();
const path = shared.available ? await helperForTests() : undefined;
const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const types = 'src/api/v1/webserver.types.ts';

const sprung = join(tmpdir(), `operator-gen-sprung-${process.pid}`);
const plugin = { apiVersion: 'client.authentication.k8s.io/v1', command: 'touch', args: [sprung] };

interface Kubeconfig {
  clusters: { name: string; cluster: { server: string } }[];
  users: { name: string; user: object }[];
  contexts: { name: string; context: object }[];
  'current-context': string;
}

/** Writes a changed copy of the kubeconfig, and selects it. */
function useConfig(change: (config: Kubeconfig) => void = () => undefined): void {
  if (!shared.available) return;
  const config = parse(readFileSync(shared.info.kubeconfigPath, 'utf8')) as Kubeconfig;
  change(config);
  const file = join(temporaryFolder(), 'kubeconfig');
  writeFileSync(file, stringify(config));
  vi.stubEnv('KUBECONFIG', file);
}

describe.skipIf(path === undefined)('check --against', () => {
  let server: Server;
  let upstream: Helper;
  beforeAll(() => {
    if (!shared.available) return;
    server = serverOf(shared.info.kubeconfigPath);
    upstream = helperOf({ path: path!, identity: 'helper' });
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    server?.close();
  });

  const compared = (project: TestProject, against: string) =>
    check({ against }, { host: disk, cwd: project.root, env: {}, helper: upstream });

  async function uninstall(): Promise<void> {
    await server.send('DELETE', `${crds}/webservers.my.domain`);
    await eventually(async () => {
      const { object } = await server.send('GET', `${crds}/webservers.my.domain`);
      // Its conditions say what it waits for.
      expect((object as { status?: unknown } | undefined)?.status).toBeUndefined();
    });
  }

  /** Installs the definition of a project, with other texts in it. */
  async function install(project: TestProject, change: (text: string) => string = (text) => text): Promise<void> {
    const crd: unknown = parse(change(project.read('config/crd/bases/my.domain_webservers.yaml')));
    await uninstall();
    expect((await server.send('POST', crds, crd)).errors).toEqual([]);
    await eventually(async () => {
      const { object } = await server.send('GET', `${crds}/webservers.my.domain`);
      expect(JSON.stringify(object)).toContain('"storedVersions":["v');
    });
  }

  it('a cluster, which has the same definition', async () => {
    const project = await projectWithApi();
    await install(project);
    useConfig();
    expect(problemsOf(await compared(project, 'cluster'))).toEqual([]);
  });

  it('a cluster whose definition accepts more, in another context', async () => {
    const project = await projectWithApi();
    await install(project, (text) => text.replace('minimum: 0', 'minimum: -5'));
    useConfig((config) => {
      config.contexts.push({ name: 'staging', context: config.contexts[0]!.context });
      config['current-context'] = 'missing';
    });
    const { diagnostics } = await compared(project, 'cluster:staging');
    expect(diagnostics.map(({ message }) => message)).toEqual([
      expect.stringMatching(/minimum is higher \(before -5, now 0\), for example \{"spec":\{"size":-\d\}\};/),
    ]);
  });

  it('a cluster in which objects are stored in a version that was removed', async () => {
    const project = await projectWithApi();
    await install(project, (text) => text.replaceAll('name: v1', 'name: v0'));
    useConfig();
    const { diagnostics } = await compared(project, 'cluster');
    expect(diagnostics.map(({ code, message }) => `${code} ${message.split(';', 1)[0]!}`)).toEqual([
      'breaks-clients WebServer v0: the version was removed',
      'breaks-stored-objects WebServer v0: objects are stored in this version, which was removed: the API server rejects the definition',
    ]);
  });

  it('a cluster without the definition, because the kind is new', async () => {
    const project = await projectWithApi();
    await uninstall();
    useConfig();
    expect(problemsOf(await compared(project, 'cluster'))).toEqual(['nothing-released']);
  });

  it.each<readonly [string, string, (config: Kubeconfig) => void, string]>([
    [
      'cannot be reached',
      'cluster',
      ({ clusters }) => void (clusters[0]!.cluster.server = 'https://127.0.0.1:1'),
      'ECONNREFUSED',
    ],
    ['rejects the user', 'cluster', ({ users }) => void (users[0]!.user = { token: 'wrong' }), 'Unauthorized'],
    ['has no such context', 'cluster:other', () => undefined, 'other'],
    ['is not configured', 'cluster', (config) => void (config['current-context'] = 'gone'), 'gone'],
    [
      'needs a program for its credentials',
      'cluster',
      ({ users }) => void (users[0]!.user = { exec: plugin }),
      'such programs are not started',
    ],
  ])('a cluster that %s', async (_, against, change, reason) => {
    const project = await projectWithApi();
    const before = project.snapshot();
    useConfig(change);
    const { diagnostics } = await compared(project, against);
    expect(diagnostics).toMatchObject([
      { code: 'against-cluster', severity: 'error', message: expect.stringContaining(reason) as string },
    ]);
    expect(diagnostics[0]!.help).toContain(
      'kubectl get customresourcedefinitions webservers.my.domain --output=yaml > released.yaml',
    );
    expect(project.snapshot()).toEqual(before);
    expect(existsSync(sprung)).toBe(false);
  });

  it('a file with the output of kubectl, which contains the stored versions', async () => {
    const project = await projectWithApi();
    await install(project, (text) => text.replaceAll('name: v1', 'name: v0'));
    const { object } = await server.send('GET', `${crds}/webservers.my.domain`);
    project.write('released.yaml', stringify(object));
    const { diagnostics } = await compared(project, 'released.yaml');
    expect(diagnostics.map(({ code }) => code)).toEqual(['breaks-clients', 'breaks-stored-objects']);
  });

  it('a rule that accepts less is shown by an object', async () => {
    const project = await projectWithApi();
    const rule = (text: string): string => `@XValidation({ rule: '${text}' })\n  size: Int32 = 2`;
    project.edit(types, 'size: Int32 = 1', rule('self < 1000'));
    project.edit(types, '  StatusSubresource,', '  StatusSubresource,\n  XValidation,');
    await project.manifests();
    project.write('released.yaml', project.read('config/crd/bases/my.domain_webservers.yaml'));
    project.edit(types, 'self < 1000', 'self < 1000 && self % 2 == 0');
    const { diagnostics } = await compared(project, 'released.yaml');
    const found = diagnostics.filter(({ code }) => code === 'breaks-writers');
    expect(found.map(({ message }) => message)).toEqual([
      expect.stringMatching(/values must satisfy an additional rule .*, for example \{"spec":\{"size":\d*[13579]\}\};/),
    ]);
  });

  it('a rule that is only written in another way is reported without an object', async () => {
    const project = await projectWithApi();
    project.edit(types, 'size: Int32 = 1', "@XValidation({ rule: 'self < 1000' })\n  size: Int32 = 1");
    project.edit(types, '  StatusSubresource,', '  StatusSubresource,\n  XValidation,');
    await project.manifests();
    project.write('released.yaml', project.read('config/crd/bases/my.domain_webservers.yaml'));
    project.edit(types, 'self < 1000', '1000 > self');
    const { diagnostics } = await compared(project, 'released.yaml');
    const [found] = diagnostics.filter(({ code }) => code === 'breaks-writers');
    expect(found!.message).not.toContain('for example');
  });
});
