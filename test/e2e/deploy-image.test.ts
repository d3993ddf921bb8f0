import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { makeProject, type ExampleProject } from '../support/example-operator.js';
import type { OperatorProcess } from '../support/operator-process.js';
import { scaffoldGolden } from '../support/scaffold-golden.js';
import { refusedWithoutVerbs } from '../support/removed-verbs.js';
import { testRunOf } from '../support/test-run.js';
import { accessControlPlane, type ControlPlaneAccess } from './control-plane/access.js';
import { sharedControlPlane } from './control-plane/shared.js';
import { story } from '../support/story.js';

const shared = await sharedControlPlane();

const kinds = '--group store --version v1 --no-input';
const commands = [
  // Without a marker: the role is what the code uses.
  'init --domain example.com --project-name image-operator --permissions inferred --skip-install',
  `create api ${kinds} --kind Cache --image example.com/cache:1.6 --image-container-command cache,-m=64,-v \
  --image-container-port 11211 --run-as-user 1001`,
  `create api ${kinds} --kind Queue --image example.com/queue`,
];

// What the command makes, with nothing added by hand.
describe.skipIf(!shared.available)('an operator made with create api --image', { ...story, timeout: 60_000 }, () => {
  const namespace = 'deploy-image-test';
  let cluster: ControlPlaneAccess;
  let project: ExampleProject;
  let operator: OperatorProcess;

  const get = async (...what: string[]): Promise<any> =>
    JSON.parse(await cluster.kubectl(['get', '-n', namespace, ...what, '-o', 'json']));
  const apply = (object: object) => cluster.kubectl(['apply', '-f', '-'], { input: JSON.stringify(object) });
  const object = (kind: string, name: string, spec: object) => ({
    apiVersion: 'store.example.com/v1',
    kind,
    metadata: { name, namespace },
    spec,
  });
  const condition = async (type: string, ...what: string[]) =>
    (await get(...what)).status.conditions.find((each: any) => each.type === type);
  /** The variables that the deployed operator would be started with. */
  const variables = async (): Promise<Record<string, string>> => {
    const { items } = await get('deployments', '-n', project.namespace);
    const { env } = items[0].spec.template.spec.containers[0];
    return Object.fromEntries(env.map((each: any) => [each.name, each.value]));
  };

  beforeAll(async () => {
    if (!shared.available) return;
    cluster = accessControlPlane(shared.info);
    project = await makeProject(cluster, (folder) =>
      scaffoldGolden({ name: 'deploy-image', commands: commands.map((line) => line.split(/[\s\\]+/)) }, folder),
    );
    await project.deploy();
    operator = await project.start(await variables());
    await cluster.kubectl(['create', 'namespace', namespace]);
    await cluster.kubectl(['label', 'namespace', namespace, 'pod-security.kubernetes.io/enforce=restricted']);
  });
  afterAll(async () => {
    await operator?.stop();
    project?.remove();
  });

  it(
    'type-checks, lints, is formatted, and passes its own tests on a real API server',
    { timeout: 180_000 },
    async () => {
      await project.run('npm', 'run', '--silent', 'lint');
      expect(await project.run('operator-gen', 'check')).toBe('');
      expect(testRunOf(await project.run('npm', 'test', '--silent'))).toEqual({ passed: 20, skipped: 0 });
    },
  );

  it('does not start without an image, and says which variable is missing', async () => {
    const { QUEUE_IMAGE: _, ...rest } = await variables();
    await expect(project.start(rest)).rejects.toThrow('QUEUE_IMAGE is not set');
  });

  it('keeps Pods that a restricted namespace takes, and says when they are available', async () => {
    await apply(object('Cache', 'main', { size: 2 }));
    await eventually(async () =>
      expect(await condition('Available', 'cache', 'main')).toMatchObject({ status: 'True' }),
    );
    const { metadata, spec } = await get('deployment', 'main');
    expect(metadata.ownerReferences).toMatchObject([{ kind: 'Cache', name: 'main', controller: true }]);
    expect(spec.template.spec.containers).toMatchObject([
      {
        image: 'example.com/cache:1.6',
        command: ['cache', '-m=64', '-v'],
        ports: [{ containerPort: 11211 }],
        securityContext: { runAsUser: 1001 },
      },
    ]);
    await eventually(async () => {
      expect(await condition('Progressing', 'cache', 'main')).toMatchObject({ status: 'False', reason: 'Complete' });
      expect(await condition('Degraded', 'cache', 'main')).toMatchObject({ status: 'False' });
    });
  });

  it('has a controller for each of its kinds', async () => {
    await apply(object('Queue', 'jobs', {}));
    await eventually(async () =>
      expect(await condition('Available', 'queue', 'jobs')).toMatchObject({ status: 'True' }),
    );
    const [container] = (await get('deployment', 'jobs')).spec.template.spec.containers;
    expect(container).toMatchObject({ name: 'queue', image: 'example.com/queue' });
    expect(container).not.toHaveProperty('command');
  });

  it('follows the spec', async () => {
    await apply(object('Cache', 'main', { size: 3, containerPort: 11311 }));
    await eventually(async () => {
      const { metadata, status } = await get('cache', 'main');
      const available = status.conditions.find((each: any) => each.type === 'Available');
      expect(available).toMatchObject({ message: '3 of 3 Pods are ready', observedGeneration: metadata.generation });
      const { spec } = await get('deployment', 'main');
      expect(spec.template.spec.containers[0].ports).toMatchObject([{ containerPort: 11311 }]);
    });
    await expect(apply(object('Cache', 'main', { size: 4 }))).rejects.toThrow(/spec\.size: Invalid value: 4/);
    await expect(apply(object('Cache', 'main', { containerPort: 0 }))).rejects.toThrow(/spec\.containerPort/);
  });

  it('creates its Deployment again when someone deletes it, and restores it when someone changes it', async () => {
    const { metadata } = await get('deployment', 'main');
    await cluster.kubectl(['delete', 'deployment', 'main', '-n', namespace]);
    await eventually(async () => expect((await get('deployment', 'main')).metadata.uid).not.toBe(metadata.uid));
    await cluster.kubectl(['scale', 'deployment', 'main', '-n', namespace, '--replicas=1']);
    await cluster.kubectl(['set', 'image', '-n', namespace, 'deployment/main', 'cache=example.com/other']);
    await eventually(async () => {
      const { spec } = await get('deployment', 'main');
      expect(spec.replicas).toBe(3);
      expect(spec.template.spec.containers[0].image).toBe('example.com/cache:1.6');
    });
    await eventually(async () =>
      expect(await condition('Progressing', 'cache', 'main')).toMatchObject({ status: 'False' }),
    );
  });

  it('writes nothing while nothing changes', async () => {
    const versions = async () => [
      (await get('cache', 'main')).metadata.resourceVersion,
      (await get('queue', 'jobs')).metadata.resourceVersion,
    ];
    await eventually(async () => {
      const before = await versions();
      // This wakes the controller, which has nothing to do. An annotation would be a new generation.
      const label = `example.com/seen=${before[0]}`;
      await cluster.kubectl(['label', 'deployment', 'main', '-n', namespace, label, '--overwrite']);
      await sleep(1_000);
      expect(await versions()).toEqual(before);
    });
  });

  it('rolls out another image when it is started with one', async () => {
    expect(await operator.stop()).toBe(0);
    operator = await project.start({ ...(await variables()), CACHE_IMAGE: 'example.com/cache:1.7' });
    await eventually(async () => {
      const { spec } = await get('deployment', 'main');
      expect(spec.template.spec.containers[0].image).toBe('example.com/cache:1.7');
      expect(await condition('Available', 'cache', 'main')).toMatchObject({ status: 'True' });
    });
  });

  it('lets objects go, and tells in events what it did', async () => {
    await cluster.kubectl(['delete', 'queue', 'jobs', '-n', namespace, '--timeout=20s']);
    await cluster.kubectl(['delete', 'cache', 'main', '-n', namespace, '--timeout=20s']);
    await eventually(async () => {
      const { items } = await get('events.events.k8s.io');
      const told = items.filter((each: any) => each.regarding.kind === 'Cache').map((each: any) => each.reason);
      expect(new Set(told)).toEqual(new Set(['Created', 'Updated', 'Deleting']));
      expect((await get('deployments')).items).toEqual([]);
    });
  });

  it('was never refused anything for want of a permission', async () => {
    expect(await operator.stop()).toBe(0);
    expect(await cluster.auditEvents({ code: 403, user: project.account })).toEqual([]);
  });

  it('is refused a request as soon as a verb of its role is removed', { timeout: 600_000 }, async () => {
    const tried = await refusedWithoutVerbs(cluster, project, {
      env: await variables(),
      apply: async (name, step) => {
        await apply(object('Cache', name, { size: 1 + (step % 2) }));
        await apply(object('Queue', `${name}-queue`, { size: 1 + (step % 2) }));
      },
      clear: async () => {
        for (const kind of ['caches', 'queues'])
          await cluster.kubectl(['delete', `${kind}.store.example.com`, '--all', '-n', namespace, '--timeout=20s']);
      },
    });
    expect(tried.length).toBeGreaterThan(0);
  });
});
