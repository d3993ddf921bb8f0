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

describe.skipIf(!shared.available)('the Memcached operator', { ...story, timeout: 60_000 }, () => {
  let cluster: ControlPlaneAccess;
  let project: ExampleProject;
  let operator: OperatorProcess;
  let started = '';

  const json = async (...args: string[]): Promise<any> => JSON.parse(await cluster.kubectl([...args, '-o', 'json']));
  const apply = (object: object) => cluster.kubectl(['apply', '-f', '-'], { input: JSON.stringify(object) });
  const image = 'memcached:1.6-alpine';
  const memcached = (spec: object) => ({
    apiVersion: 'cache.example.com/v1alpha1',
    kind: 'Memcached',
    metadata: { name: 'cache', namespace: 'memcached-test' },
    spec,
  });
  const condition = async (type: string) =>
    (await get('memcached', 'cache')).status.conditions.find((each: any) => each.type === type);
  const get = (...what: string[]) => json('get', '-n', 'memcached-test', ...what);

  beforeAll(async () => {
    if (!shared.available) return;
    cluster = accessControlPlane(shared.info);
    project = await makeExampleProject(cluster, 'memcached');
    await project.deploy();
    started = new Date().toISOString();
    operator = await project.start({ MEMCACHED_IMAGE: image });
    await cluster.kubectl(['create', 'namespace', 'memcached-test']);
  });
  afterAll(async () => {
    await operator?.stop();
    project?.remove();
  });

  full('has generated files that follow from its sources, type-checks, and passes its own tests', async () => {
    expect(await project.run('operator-gen', 'check')).toBe('');
    await project.run('npm', 'run', '--silent', 'typecheck');
    expect(testRunOf(await project.run('npm', 'test', '--silent'))).toEqual({ passed: 6, skipped: 0 });
  });

  it('does not start without an image, and says which variable is missing', async () => {
    await expect(project.start()).rejects.toThrow('MEMCACHED_IMAGE is not set');
  });

  it('makes Pods of the image from the environment, and says when they are available', async () => {
    await apply(memcached({ size: 2 }));
    await eventually(async () => expect(await condition('Available')).toMatchObject({ status: 'True' }));
    const { spec, metadata } = await get('deployment', 'cache');
    expect(spec.template.spec.containers).toMatchObject([{ image, ports: [{ containerPort: 11211 }] }]);
    expect(metadata.ownerReferences).toMatchObject([{ kind: 'Memcached', name: 'cache', controller: true }]);
    await expect(apply(memcached({ size: 4 }))).rejects.toThrow(/spec\.size: Invalid value: 4/);
  });

  it('follows the size and the port, and says of which generation it speaks', async () => {
    await apply(memcached({ size: 3, containerPort: 11311 }));
    await eventually(async () => {
      expect(await condition('Available')).toMatchObject({ status: 'True', message: '3 of 3 Pods are ready' });
      expect((await condition('Available')).observedGeneration).toBe(
        (await get('memcached', 'cache')).metadata.generation,
      );
    });
  });

  it('tells in events what it did, and that it goes', async () => {
    await cluster.kubectl(['delete', 'memcached', 'cache', '-n', 'memcached-test', '--timeout=20s']);
    await eventually(async () => {
      const { items } = await get('events.events.k8s.io');
      const told = items.filter((each: any) => each.regarding.kind === 'Memcached').map((each: any) => each.reason);
      expect(new Set(told)).toEqual(new Set(['Created', 'Updated', 'Deleting']));
    });
  });

  it('was never refused anything for want of a permission', async () => {
    expect(await operator.stop()).toBe(0);
    // The test of OLM runs the same operator, once without a permission.
    const refused = await cluster.auditEvents({ code: 403, user: project.account });
    expect(refused.filter((each) => each.stageTimestamp > started)).toEqual([]);
  });

  it('is refused a request as soon as a verb of its role is removed', { timeout: 600_000 }, async () => {
    const tried = await refusedWithoutVerbs(cluster, project, {
      env: { MEMCACHED_IMAGE: image },
      apply: (name, step) => {
        const object = memcached({ size: 1 + (step % 2) });
        return apply({ ...object, metadata: { ...object.metadata, name } });
      },
      clear: () => cluster.kubectl(['delete', 'memcacheds', '--all', '-n', 'memcached-test', '--timeout=20s']),
    });
    expect(tried.length).toBeGreaterThan(0);
  });
});
