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

/** Other tests have kinds of the same name. */
const foos = 'foos.samplecontroller.k8s.io';

describe.skipIf(!shared.available)('the Foo operator', { ...story, timeout: 60_000 }, () => {
  let cluster: ControlPlaneAccess;
  let project: ExampleProject;
  let operator: OperatorProcess;

  const json = async (...args: string[]): Promise<any> => JSON.parse(await cluster.kubectl([...args, '-o', 'json']));
  const apply = (object: object) => cluster.kubectl(['apply', '-f', '-'], { input: JSON.stringify(object) });
  const foo = (name: string, deploymentName: string, replicas: number) => ({
    apiVersion: 'samplecontroller.k8s.io/v1alpha1',
    kind: 'Foo',
    metadata: { name, namespace: 'foo-test' },
    spec: { deploymentName, replicas },
  });
  const get = (...what: string[]) => json('get', '-n', 'foo-test', ...what);

  beforeAll(async () => {
    if (!shared.available) return;
    cluster = accessControlPlane(shared.info);
    project = await makeExampleProject(cluster, 'foo');
    await project.deploy();
    operator = await project.start();
    await cluster.kubectl(['create', 'namespace', 'foo-test']);
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

  it('makes a Deployment of the name that the Foo says, and tells how many Pods are available', async () => {
    await apply(foo('one', 'nginx', 2));
    await eventually(async () => expect((await get(foos, 'one')).status).toEqual({ availableReplicas: 2 }));
    const { metadata } = await get('deployment', 'nginx');
    expect(metadata.ownerReferences).toMatchObject([{ kind: 'Foo', name: 'one', controller: true }]);
    await apply(foo('one', 'nginx', 4));
    await eventually(async () => expect((await get(foos, 'one')).status).toEqual({ availableReplicas: 4 }));
  });

  it('warns, and leaves the Deployment alone, where the Foo does not own it', async () => {
    await cluster.kubectl(['create', 'deployment', 'others', '--image=nginx', '-n', 'foo-test']);
    await apply(foo('two', 'others', 3));
    await eventually(async () => {
      const { items } = await get('events.events.k8s.io');
      const warnings = items.filter((each: any) => each.reason === 'ErrResourceExists');
      expect(warnings).toMatchObject([{ type: 'Warning', regarding: { kind: 'Foo', name: 'two' } }]);
    });
    expect(await cluster.kubectl(['describe', foos, 'two', '-n', 'foo-test'])).toContain('ErrResourceExists');
    const { spec, metadata } = await get('deployment', 'others');
    expect(spec.replicas).toBe(1);
    expect(metadata).not.toHaveProperty('ownerReferences');
    expect(operator.lines.some(({ level, name }) => level === 'error' && name === 'two')).toBe(true);
    // It goes on trying: once the other Deployment is gone, the Foo has its own.
    await cluster.kubectl(['delete', 'deployment', 'others', '-n', 'foo-test']);
    await eventually(async () => expect((await get(foos, 'two')).status).toEqual({ availableReplicas: 3 }));
  });

  it('was never refused anything for want of a permission', async () => {
    expect(await operator.stop()).toBe(0);
    expect(await cluster.auditEvents({ code: 403, user: project.account })).toEqual([]);
  });

  it('is refused a request as soon as a verb of its role is removed', { timeout: 600_000 }, async () => {
    const tried = await refusedWithoutVerbs(cluster, project, {
      apply: (name, step) => apply(foo(name, name, 1 + (step % 2))),
      clear: () => cluster.kubectl(['delete', foos, '--all', '-n', 'foo-test', '--timeout=20s']),
    });
    expect(tried.length).toBeGreaterThan(0);
  });
});
