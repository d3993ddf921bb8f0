import { cpSync, symlinkSync } from 'node:fs';
import { get } from 'node:https';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { parse } from 'yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { full } from '../support/few.js';
import { startOperator, type OperatorProcess } from '../support/operator-process.js';
import { isFull } from '../support/seed.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/tree.js';
import { testRunOf } from '../support/test-run.js';
import { accessControlPlane, type ControlPlaneAccess } from './control-plane/access.js';
import { sharedControlPlane } from './control-plane/shared.js';
import { story } from '../support/story.js';

const shared = await sharedControlPlane();
const checkout = fileURLToPath(new URL('../..', import.meta.url));

// The whole way of a user, in order: each step stands on the one before.
describe.skipIf(!shared.available)('the WebServer operator', { ...story, timeout: 60_000 }, () => {
  const account = 'system:serviceaccount:webserver-operator-system:webserver-operator-controller-manager';
  let folder: TemporaryFolder;
  /** Where `operator-gen` is found, as it would be in an installed project. */
  let tools: TemporaryFolder;
  let cluster: ControlPlaneAccess;
  let operator: OperatorProcess;

  /** Runs one of the project's own programs as a user would, against the test's cluster. */
  async function run(...command: [string, ...string[]]): Promise<string> {
    const [file, ...args] = command;
    const path = [tools.path, cluster.assetsDirectory, process.env['PATH']].join(delimiter);
    const env = {
      PATH: path,
      KUBECONFIG: cluster.kubeconfigPath,
      KUBEBUILDER_ASSETS: cluster.assetsDirectory,
      NO_COLOR: '1',
    };
    return (await execa(file, args, { cwd: folder.path, env, preferLocal: true })).stdout;
  }

  const json = async (...args: string[]): Promise<any> => JSON.parse(await cluster.kubectl([...args, '-o', 'json']));
  const deployment = (): Promise<any> => json('get', 'deployment', 'webserver-sample');

  beforeAll(async () => {
    if (!shared.available) return;
    cluster = accessControlPlane(shared.info);
    folder = makeTemporaryFolder();
    tools = makeTemporaryFolder();
    symlinkSync(join(checkout, 'bin/operator-gen.js'), join(tools.path, 'operator-gen'));
    cpSync(join(checkout, 'examples/webserver'), folder.path, { recursive: true });
    symlinkSync(join(checkout, 'node_modules'), join(folder.path, 'node_modules'));
    await run('npm', 'run', '--silent', 'build');
  });
  afterAll(async () => {
    await operator?.stop();
    folder?.remove();
    tools?.remove();
  });

  it('has generated files that follow from its sources', async () => {
    expect(await run(process.execPath, join(checkout, 'bin/operator-gen.js'), 'check')).toBe('');
  });

  full('type-checks, and passes its own tests', async () => {
    await run('npm', 'run', '--silent', 'typecheck');
    expect(testRunOf(await run('npm', 'test', '--silent'))).toEqual({ passed: 4, skipped: 0 });
  });

  it('installs its CRD', async () => {
    await run('make', 'install');
    const wait = ['wait', '--for=condition=Established', 'crd/webservers.my.domain', '--timeout=20s'];
    expect(await cluster.kubectl(wait)).toContain('condition met');
  });

  it('deploys, and then runs with the permissions of its generated role and no other', async () => {
    await run('make', 'deploy', 'IMG=example.com/webserver-operator:test');
    const manager = await json(
      'get',
      'deployment',
      '-n',
      'webserver-operator-system',
      'webserver-operator-controller-manager',
    );
    expect(manager.spec.template.spec.containers[0].image).toBe('example.com/webserver-operator:test');
    const kubeconfig = await cluster.serviceAccountKubeconfig(
      'webserver-operator-system',
      'webserver-operator-controller-manager',
    );
    operator = startOperator(join(folder.path, 'dist/main.mjs'), [
      `--kubeconfig=${kubeconfig}`,
      '--leader-elect',
      '--leader-election-namespace=webserver-operator-system',
      '--health-probe-bind-address=127.0.0.1:0',
      '--metrics-bind-address=127.0.0.1:0',
    ]);
    await operator.waitForLine('controller started');
  });

  it('answers its probes, and serves its metrics to those who may read them', async () => {
    const port = String((await operator.waitForLine('serving health probes'))['port']);
    for (const path of ['healthz', 'readyz']) {
      expect((await fetch(`http://127.0.0.1:${port}/${path}`)).status).toBe(200);
    }
    const metricsPort = String((await operator.waitForLine('serving metrics'))['port']);
    const scrape = (bearer: string) => scrapeMetrics(metricsPort, bearer);
    const token = (user: string) => cluster.kubectl(['create', 'token', user]);
    await cluster.kubectl(['create', 'serviceaccount', 'scraper']);
    expect(await scrape('nonsense')).toMatchObject({ code: 401 });
    expect(await scrape(await token('default'))).toMatchObject({ code: 403 });
    await cluster.kubectl([
      'create',
      'clusterrolebinding',
      'scraper',
      '--clusterrole=webserver-operator-metrics-reader',
      '--serviceaccount=default:scraper',
    ]);
    await eventually(async () => {
      const { code, text } = await scrape(await token('scraper'));
      expect(code).toBe(200);
      expect(text).toContain('controller_runtime_reconcile_total{controller="webserver",result="success"} 0');
    });
  });

  it('makes three ready Pods and a Service of a WebServer with three replicas', async () => {
    const sample = parse(await cluster.kubectl(['kustomize', join(folder.path, 'config/samples')]));
    sample.spec.replicas = 3;
    await cluster.kubectl(['apply', '-f', '-'], { input: JSON.stringify(sample) });
    await eventually(async () => expect((await deployment()).status.readyReplicas).toBe(3));
    const service = await json('get', 'service', 'webserver-sample-service');
    expect(service.metadata.ownerReferences[0]).toMatchObject({
      kind: 'WebServer',
      name: 'webserver-sample',
      controller: true,
    });
    expect(await cluster.kubectl(['get', 'webservers'])).toMatch(/NAME\s+REPLICAS\s+IMAGE/);
  });

  it('follows a change of the replicas and of the image', async () => {
    await cluster.kubectl(['patch', 'webserver', 'webserver-sample', '--type=merge', '-p', '{"spec":{"replicas":4}}']);
    await eventually(async () => expect((await deployment()).status.readyReplicas).toBe(4));
    await cluster.kubectl([
      'patch',
      'webserver',
      'webserver-sample',
      '--type=merge',
      '-p',
      '{"spec":{"image":"nginx:1.23.1"}}',
    ]);
    await eventually(async () => {
      const { spec, status } = await deployment();
      expect(spec.template.spec.containers[0].image).toBe('nginx:1.23.1');
      expect(status.updatedReplicas).toBe(4);
    });
  });

  it('puts back what is deleted or changed by hand', async () => {
    await cluster.kubectl(['delete', 'service', 'webserver-sample-service']);
    await eventually(async () => void (await json('get', 'service', 'webserver-sample-service')));
    await cluster.kubectl(['scale', 'deployment', 'webserver-sample', '--replicas=1']);
    await eventually(async () => expect((await deployment()).spec.replicas).toBe(4));
  });

  it('is refused what its schema does not allow', async () => {
    const patch = cluster.kubectl([
      'patch',
      'webserver',
      'webserver-sample',
      '--type=merge',
      '-p',
      '{"spec":{"replicas":-1}}',
    ]);
    await expect(patch).rejects.toThrow(/greater than or equal to 0/);
  });

  it('leaves nothing behind when the WebServer is deleted', { timeout: 100_000 }, async () => {
    await cluster.kubectl(['delete', 'webserver', 'webserver-sample']);
    if (!isFull) return;
    await eventually(async () => {
      const left = await json(
        'get',
        'deployments,replicasets,pods,services',
        '-l',
        'app.kubernetes.io/instance=webserver-sample',
      );
      expect(left.items).toEqual([]);
      // The garbage collector looks for new kinds every thirty seconds; before that it does not know of WebServers.
    }, 90_000);
  });

  it('was never rejected, and releases its lease when it is stopped', async () => {
    expect(await operator.stop()).toBe(0);
    expect(operator.lines.filter(({ level }) => level === 'error')).toEqual([]);
    expect(await cluster.auditEvents({ code: 403, user: account })).toEqual([]);
    const [lease] = (await json('get', 'leases', '-n', 'webserver-operator-system')).items;
    expect(lease.spec.holderIdentity ?? '').toBe('');
  });

  it('is gone after undeploy and uninstall', async () => {
    await run('make', 'undeploy');
    await run('make', 'uninstall', 'ignore-not-found=true');
    await eventually(async () => {
      expect(await cluster.kubectl(['get', 'crds', '-o', 'name'])).not.toContain('my.domain');
      const left = await json('get', 'namespaces,clusterroles,clusterrolebindings');
      expect(left.items.filter((each: any) => each.metadata.name.startsWith('webserver-operator-'))).toEqual([]);
    });
  });
});

/** Asks for the metrics as Prometheus does. The certificate is the operator's own, which nobody vouches for. */
function scrapeMetrics(
  port: string,
  token: string,
): Promise<{ readonly code: number | undefined; readonly text: string }> {
  const options = { rejectUnauthorized: false, headers: { authorization: `Bearer ${token}` } };
  return new Promise((resolve, reject) => {
    get(`https://127.0.0.1:${port}/metrics`, options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ code: response.statusCode, text }));
    }).on('error', reject);
  });
}
