import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessControlPlane } from './access.js';
import { startControlPlane, type ControlPlane } from './control-plane.js';
import { sharedControlPlane } from './shared.js';
import { story } from '../../support/story.js';

const shared = await sharedControlPlane();

describe.skipIf(!shared.available)('a control plane of its own', story, () => {
  let controlPlane: ControlPlane;

  beforeAll(async () => {
    controlPlane = await startControlPlane();
  });

  afterAll(() => controlPlane?.stop());

  test('gets a Deployment of three Pods ready', async () => {
    const { kubectl } = controlPlane;
    await kubectl(['create', 'deployment', 'web', '--image=nginx', '--replicas=3']);
    await kubectl(['rollout', 'status', 'deployment/web', '--timeout=30s']);
    const status = await kubectl(['get', 'deployment/web', '-o', 'jsonpath={.status.readyReplicas}']);
    expect(status).toBe('3');
  });

  test('deletes what an owner leaves behind, and namespaces with all that is in them', async () => {
    const { kubectl } = controlPlane;
    await kubectl(['create', 'namespace', 'short-lived']);
    await kubectl(['create', 'deployment', 'web', '--image=nginx', '--namespace=short-lived']);
    await kubectl(['rollout', 'status', 'deployment/web', '--namespace=short-lived', '--timeout=30s']);
    await kubectl(['delete', 'deployment/web', '--namespace=short-lived', '--timeout=30s']);
    await kubectl(['wait', 'pods', '--selector=app=web', '--namespace=short-lived', '--for=delete', '--timeout=30s']);
    await kubectl(['delete', 'namespace', 'short-lived', '--timeout=60s']);
    await expect(kubectl(['get', 'namespace/short-lived'])).rejects.toThrow(/"short-lived" not found/);
  });

  test('a service account may do what its role says, and the audit log names what it may not', async () => {
    const { kubectl } = controlPlane;
    await kubectl(['create', 'serviceaccount', 'operator']);
    await kubectl(['create', 'role', 'operator', '--verb=list', '--resource=pods']);
    await kubectl(['create', 'rolebinding', 'operator', '--role=operator', '--serviceaccount=default:operator']);
    const kubeconfig = await controlPlane.serviceAccountKubeconfig('default', 'operator');
    const user = 'system:serviceaccount:default:operator';
    expect(await kubectl([`--kubeconfig=${kubeconfig}`, 'get', 'pods', '-o', 'name'])).toMatch(/^pod\/web-/);
    expect(await controlPlane.auditEvents({ code: 403, user })).toEqual([]);

    await expect(kubectl([`--kubeconfig=${kubeconfig}`, 'get', 'services'])).rejects.toThrow(
      /cannot list resource "services"/,
    );
    const [refused, ...more] = await controlPlane.auditEvents({ code: 403, user });
    expect(refused).toMatchObject({ verb: 'list', objectRef: { resource: 'services', namespace: 'default' } });
    expect(more).toEqual([]);
  });

  test('its controllers go on after the API server was away', async () => {
    const { kubectl } = controlPlane;
    await controlPlane.stopApiServer();
    await controlPlane.startApiServer();
    await kubectl(['scale', 'deployment/web', '--replicas=4']);
    await kubectl(['rollout', 'status', 'deployment/web', '--timeout=60s']);
    expect(await kubectl(['get', 'pods', '--selector=app=web', '-o', 'name'])).toMatch(/^(pod\/web-\S+\n?){4}$/);
  });

  test('stop takes everything away', async () => {
    const { directory, kubeconfigPath, kubectl } = controlPlane;
    await controlPlane.stop();
    expect(existsSync(directory)).toBe(false);
    expect(existsSync(kubeconfigPath)).toBe(false);
    await expect(kubectl(['get', 'nodes'])).rejects.toThrow(/no such file|no configuration|stat /);
  });
});

test.skipIf(!shared.available)('the control plane of a test file has nothing in it', async () => {
  if (!shared.available) return;
  const { kubectl } = accessControlPlane(shared.info);
  expect(await kubectl(['get', 'nodes', '--no-headers'])).toMatch(/^node-1 +Ready +/);
  const kinds =
    'customresourcedefinitions,mutatingwebhookconfigurations,validatingwebhookconfigurations,pods,deployments';
  expect(await kubectl(['get', kinds, '--all-namespaces', '--output=name'])).toBe('');
  const namespaces = await kubectl(['get', 'namespaces', '--output=name']);
  expect(namespaces.split('\n').filter((each) => !each.startsWith('namespace/kube-'))).toEqual(['namespace/default']);
});
