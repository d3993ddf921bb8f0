import {
  startTestEnvironment,
  type FoundTestAssets,
  type TestEnvironment,
} from '../../../runtime/src/testing/index.js';
import { createSandbox, type Sandbox } from '../../../runtime/src/testing/environment/sandbox.js';
import type { SandboxProcess } from '../../../runtime/src/testing/environment/sandbox-process.js';
import { accessControlPlane, type ControlPlaneAccess, type ControlPlaneInfo } from './access.js';
import { fakeNode, fakeNodeName, startComponents } from './components.js';
import { locateControlPlane } from './locate.js';

/** A control plane that this process started: with controllers, a scheduler and one fake node, so that Pods get ready. */
export interface ControlPlane extends ControlPlaneAccess {
  /** Only the data of it, to be handed to another process for `accessControlPlane`. */
  readonly info: ControlPlaneInfo;
  /** Takes the API server away at once, as a crash would: connections break, its data stays. */
  readonly stopApiServer: () => Promise<void>;
  /** Brings the API server back on the same port with the same data, and waits until it is ready. */
  readonly startApiServer: () => Promise<void>;
  /** Ends the processes and removes their folders. Calling it again does nothing. */
  readonly stop: () => Promise<void>;
}

/** The processes of a control plane: all of them, or etcd and kube-apiserver alone. */
export type ControlPlaneSort = 'whole' | 'api-server';

/** @throws Error when the programs are missing, or with the end of the log of the process that did not come up. */
export async function startControlPlane(
  assets?: FoundTestAssets,
  sort: ControlPlaneSort = 'whole',
): Promise<ControlPlane> {
  const located = assets ?? (await locateControlPlane());
  if (!located.found) throw new Error(`${located.reason} ${located.remedy}`);
  const environment = await startTestEnvironment({
    assets: located,
    // With a controller manager every namespace has its service account, and Pods get it as in a real cluster.
    apiServerFlags: { 'disable-admission-plugins': undefined },
  });
  const sandbox = createSandbox('control-plane-');
  const stop = async () => {
    await sandbox.stop();
    await environment.stop();
  };
  const info = describe(environment, sandbox);
  const access = accessControlPlane(info);
  try {
    if (sort === 'whole') await runningUntil(startComponents(sandbox, environment), canRunPods(access));
  } catch (error) {
    await stop();
    throw error;
  }
  const { stopApiServer, startApiServer } = environment;
  return { ...access, info, stopApiServer, startApiServer, stop };
}

function describe(environment: TestEnvironment, sandbox: Sandbox): ControlPlaneInfo {
  const { url, assetsDirectory, kubeconfigPath, certificateAuthorityPath, auditLogPath } = environment;
  const directory = sandbox.directory;
  return { url, directory, assetsDirectory, kubeconfigPath, certificateAuthorityPath, auditLogPath };
}

async function canRunPods({ kubectl }: ControlPlaneAccess): Promise<void> {
  await kubectl(['create', '-f', '-'], { input: JSON.stringify(fakeNode) });
  await Promise.all([
    kubectl(['wait', `node/${fakeNodeName}`, '--for=condition=Ready', '--timeout=60s']),
    kubectl(['wait', 'serviceaccount/default', '--for=create', '--timeout=60s']),
  ]);
}

/** Waits for `goal`, but not on when the process ends: its log says more than a timeout. */
async function runningUntil(components: SandboxProcess, goal: Promise<void>): Promise<void> {
  const end = components.whenEnded.then(() => components.assertRunning());
  await Promise.race([goal, end]);
}
