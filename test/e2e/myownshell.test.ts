import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { makeExampleProject, type ExampleProject } from '../support/example-operator.js';
import { full } from '../support/few.js';
import type { OperatorProcess } from '../support/operator-process.js';
import { refusedWithoutVerbs } from '../support/removed-verbs.js';
import { testRunOf } from '../support/test-run.js';
import { accessControlPlane, type ControlPlaneAccess } from './control-plane/access.js';
import { sharedControlPlane } from './control-plane/shared.js';
import { story } from '../support/story.js';

const shared = await sharedControlPlane();

describe.skipIf(!shared.available)('the MyOwnShell operator', { ...story, timeout: 60_000 }, () => {
  let cluster: ControlPlaneAccess;
  let project: ExampleProject;
  let operator: OperatorProcess;

  const json = async (...args: string[]): Promise<any> => JSON.parse(await cluster.kubectl([...args, '-o', 'json']));
  const apply = (object: object) => cluster.kubectl(['apply', '-f', '-'], { input: JSON.stringify(object) });
  const shell = (size: number) => ({
    apiVersion: 'my-first-operator.jgato.io/v1alpha1',
    kind: 'MyOwnShell',
    metadata: { name: 'shells', namespace: 'shell-test' },
    spec: { size },
  });
  const get = (...what: string[]) => json('get', '-n', 'shell-test', ...what);

  beforeAll(async () => {
    if (!shared.available) return;
    cluster = accessControlPlane(shared.info);
    project = await makeExampleProject(cluster, 'myownshell');
    await project.deploy();
    operator = await project.start();
    await cluster.kubectl(['create', 'namespace', 'shell-test']);
  });
  afterAll(async () => {
    await operator?.stop();
    project?.remove();
  });

  full('has generated files that follow from its sources, type-checks, and passes its own tests', async () => {
    expect(await project.run('operator-gen', 'check')).toBe('');
    await project.run('npm', 'run', '--silent', 'typecheck');
    expect(testRunOf(await project.run('npm', 'test', '--silent'))).toEqual({ passed: 4, skipped: 0 });
  });

  it('has as many ready Pods as are asked for', async () => {
    for (const size of [3, 5]) {
      await apply(shell(size));
      await eventually(async () => expect((await get('deployment', 'shells')).status.readyReplicas).toBe(size));
    }
  });

  it('holds the deletion of the Deployment until the shell is deleted', async () => {
    await cluster.kubectl(['delete', 'deployment', 'shells', '-n', 'shell-test', '--wait=false']);
    await apply(shell(4));
    // Reconciled since the deletion, and still there.
    await eventually(async () => expect((await get('deployment', 'shells')).spec.replicas).toBe(4));
    expect((await get('deployment', 'shells')).metadata.deletionTimestamp).toBeDefined();

    await cluster.kubectl(['delete', 'myownshell', 'shells', '-n', 'shell-test', '--timeout=20s']);
    await operator.waitForLine('Successfully finalized MyOwnShell');
    await eventually(async () => expect((await get('deployments')).items).toEqual([]));
  });

  it('was never refused anything for want of a permission', async () => {
    expect(await operator.stop()).toBe(0);
    expect(await cluster.auditEvents({ code: 403, user: project.account })).toEqual([]);
  });

  it('is refused a request as soon as a verb of its role is removed', { timeout: 600_000 }, async () => {
    const tried = await refusedWithoutVerbs(cluster, project, {
      apply: (name, step) => {
        const object = shell(1 + (step % 2));
        return apply({ ...object, metadata: { ...object.metadata, name } });
      },
      clear: () => cluster.kubectl(['delete', 'myownshells', '--all', '-n', 'shell-test', '--timeout=20s']),
    });
    expect(tried.length).toBeGreaterThan(0);
  });

  it('also runs here, against the cluster of the current context', async () => {
    const flags = '--health-probe-bind-address=127.0.0.1:0';
    operator = project.spawn('make', 'install', 'run', `ARGS=${flags}`);
    await operator.waitForLine('controller started', 60_000);
    await apply(shell(2));
    await eventually(async () => expect((await get('deployment', 'shells')).status.readyReplicas).toBe(2));
    await cluster.kubectl(['delete', 'myownshell', 'shells', '-n', 'shell-test', '--timeout=20s']);
    operator.kill('SIGINT');
    await operator.waitForLine('controller stopped');
    await operator.ended();
  });
});
