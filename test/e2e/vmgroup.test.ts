import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { startVmServer, type VmServer } from '../../examples/vmgroup/src/vm-service/server.js';
import { makeExampleProject, type ExampleProject } from '../support/example-operator.js';
import { full } from '../support/few.js';
import type { OperatorProcess } from '../support/operator-process.js';
import { refusedWithoutVerbs } from '../support/removed-verbs.js';
import { testRunOf } from '../support/test-run.js';
import { accessControlPlane, type ControlPlaneAccess } from './control-plane/access.js';
import { sharedApiServer } from './control-plane/shared.js';
import { story } from '../support/story.js';

const shared = await sharedApiServer();

describe.skipIf(!shared.available)('the VmGroup operator', { ...story, timeout: 60_000 }, () => {
  let cluster: ControlPlaneAccess;
  let project: ExampleProject;
  let operator: OperatorProcess;

  const json = async (...args: string[]): Promise<any> => JSON.parse(await cluster.kubectl([...args, '-o', 'json']));
  const apply = (object: object) => cluster.kubectl(['apply', '-f', '-'], { input: JSON.stringify(object) });
  const credentials = { user: 'operator', password: 'secret' };
  let service: VmServer;
  const spec = { cpu: 2, memory: 4, template: 'linux', replicas: 2 };
  const vmGroup = (changes: object = {}) => ({
    apiVersion: 'vm.codeconnect.vmworld.com/v1alpha1',
    kind: 'VmGroup',
    metadata: { name: 'x', namespace: 'vmgroup-test' },
    spec: { ...spec, ...changes },
  });
  const get = (...what: string[]) => json('get', '-n', 'vmgroup-test', ...what);

  beforeAll(async () => {
    if (!shared.available) return;
    cluster = accessControlPlane(shared.info);
    project = await makeExampleProject(cluster, 'vmgroup');
    await project.deploy();
    service = await startVmServer(credentials);
    operator = await project.start({ VC_HOST: service.url, VC_USER: credentials.user, VC_PASS: credentials.password });
    await cluster.kubectl(['create', 'namespace', 'vmgroup-test']);
  });
  afterAll(async () => {
    await operator?.stop();
    await service?.close();
    project?.remove();
  });

  full('has generated files that follow from its sources, type-checks, and passes its own tests', async () => {
    expect(await project.run('operator-gen', 'check')).toBe('');
    await project.run('npm', 'run', '--silent', 'typecheck');
    expect(testRunOf(await project.run('npm', 'test', '--silent'))).toEqual({ passed: 7, skipped: 0 });
  });

  it('makes as many machines as the group has replicas, and prints them in its columns', async () => {
    await apply(vmGroup());
    await eventually(async () => expect((await get('vg', 'x')).status?.phase).toBe('RUNNING'));
    expect([...service.machines.values()]).toMatchObject(
      Array.from({ length: 2 }, () => ({ group: 'vmgroup-test/x', cpu: 2, memory: 4, template: 'linux' })),
    );
    const [headings, values] = (await cluster.kubectl(['get', 'vg', '-n', 'vmgroup-test'])).split('\n');
    expect(headings?.split(/\s+/)).toEqual([
      'NAME',
      'PHASE',
      'CURRENT',
      'DESIRED',
      'CPU',
      'MEMORY',
      'TEMPLATE',
      'LAST_MESSAGE',
    ]);
    expect(values).toMatch(/^x\s+RUNNING\s+2\s+2\s+2\s+4\s+linux\s+2 machines run$/);
  });

  it('is scaled by kubectl, and refuses what its schema does not allow', async () => {
    await cluster.kubectl(['scale', 'vg/x', '--replicas=5', '-n', 'vmgroup-test']);
    await eventually(async () => expect(service.machines.size).toBe(5));
    await eventually(async () => expect((await get('vg', 'x')).status.currentReplicas).toBe(5));
    await expect(apply(vmGroup({ cpu: 5 }))).rejects.toThrow(/spec\.cpu: Invalid value: 5/);
  });

  it('is not woken by a change of the status alone', async () => {
    const reconciles = () => operator.lines.filter(({ msg }) => msg === 'changing the machines').length;
    const before = reconciles();
    // A machine that is gone is made again by the next reconcile, and by nothing else.
    (service.machines as Map<string, unknown>).delete([...service.machines.keys()][0]!);
    const status = ['patch', 'vg', 'x', '-n', 'vmgroup-test', '--subresource=status', '--type=merge'];
    await cluster.kubectl([...status, '-p', '{"status":{"lastMessage":"changed by hand"}}']);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(reconciles()).toBe(before);
    await cluster.kubectl(['scale', 'vg/x', '--replicas=4', '-n', 'vmgroup-test']);
    await eventually(async () => expect((await get('vg', 'x')).status.desiredReplicas).toBe(4));
    expect(service.machines.size).toBe(4);
  });

  it('waits with the deletion while the service is down, says so, and goes on when it is back', async () => {
    const { url, machines } = service;
    await service.close();
    await cluster.kubectl(['delete', 'vg', 'x', '-n', 'vmgroup-test', '--wait=false']);
    await eventually(async () => {
      const { metadata, status } = await get('vg', 'x');
      expect(metadata.deletionTimestamp).toBeDefined();
      expect(status).toMatchObject({ phase: 'ERROR', lastMessage: expect.stringContaining('does not answer') });
    });
    service = await startVmServer({ ...credentials, port: Number(new URL(url).port), machines });
    expect(service.machines.size).toBe(4);
    await eventually(async () => expect((await get('vg')).items).toEqual([]));
    expect(service.machines.size).toBe(0);
  });

  it('was never refused anything for want of a permission', async () => {
    expect(await operator.stop()).toBe(0);
    expect(await cluster.auditEvents({ code: 403, user: project.account })).toEqual([]);
  });

  it('is refused a request as soon as a verb of its role is removed', { timeout: 600_000 }, async () => {
    const tried = await refusedWithoutVerbs(cluster, project, {
      env: { VC_HOST: service.url, VC_USER: credentials.user, VC_PASS: credentials.password },
      apply: (name, step) => {
        const object = vmGroup({ replicas: 1 + (step % 2) });
        return apply({ ...object, metadata: { ...object.metadata, name } });
      },
      clear: () => cluster.kubectl(['delete', 'vmgroups', '--all', '-n', 'vmgroup-test', '--timeout=20s']),
    });
    expect(tried.length).toBeGreaterThan(0);
  });
});
