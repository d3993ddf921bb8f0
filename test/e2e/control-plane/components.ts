import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestEnvironment } from '../../../runtime/src/testing/index.js';
import { toArguments } from '../../../runtime/src/testing/environment/flags.js';
import { executableName } from '../../../runtime/src/testing/environment/platform.js';
import type { Sandbox } from '../../../runtime/src/testing/environment/sandbox.js';
import type { SandboxProcess } from '../../../runtime/src/testing/environment/sandbox-process.js';
import { cluster } from './programs.js';

/** Starts what turns a Deployment into ready Pods: controller manager, scheduler, and kwok in the place of the kubelet. */
export function startComponents(sandbox: Sandbox, environment: TestEnvironment): SandboxProcess {
  const kubeconfig = environment.kubeconfigPath;
  // There is one of each and nobody reads their metrics: no election, no port.
  const alone = {
    kubeconfig,
    'leader-elect': 'false',
    'secure-port': '0',
    'kube-api-qps': '200',
    'kube-api-burst': '400',
  };
  const settings = {
    folder: sandbox.directory,
    kubeconfig,
    controllerManager: toArguments({
      ...alone,
      'service-account-private-key-file': environment.serviceAccountKeyPath,
      'root-ca-file': environment.certificateAuthorityPath,
      'use-service-account-credentials': 'true',
    }),
    scheduler: toArguments(alone),
    nodes: {},
  };
  const path = join(sandbox.directory, 'components.json');
  writeFileSync(path, JSON.stringify(settings));
  return sandbox.start({ command: join(environment.assetsDirectory, executableName(cluster.name)), args: [path] });
}

export const fakeNodeName = 'fake-node';

const room = { cpu: '64', memory: '256Gi', pods: '250' };

/** A Node that kwok keeps ready. See https://kwok.sigs.k8s.io/docs/user/kwok-manage-nodes-and-pods/ */
export const fakeNode = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: {
    name: fakeNodeName,
    annotations: { 'kwok.x-k8s.io/node': 'fake' },
    labels: { 'kubernetes.io/hostname': fakeNodeName, 'kubernetes.io/os': 'linux' },
  },
  status: { allocatable: room, capacity: room },
};
