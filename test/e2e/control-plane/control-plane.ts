import { join } from 'node:path';
import {
  startTestEnvironment,
  type FoundTestAssets,
  type TestEnvironment,
} from '../../../runtime/src/testing/index.js';
import { executableName } from '../../../runtime/src/testing/environment/platform.js';
import { accessControlPlane, type ControlPlaneAccess, type ControlPlaneInfo } from './access.js';
import { locateControlPlane } from './locate.js';
import { cluster } from './programs.js';

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
  const program = join(located.directory, executableName(cluster.name));
  const environment = await startTestEnvironment({
    assets: located,
    ...(sort === 'whole'
      ? { controllers: { program } }
      : { apiServerFlags: { 'disable-admission-plugins': undefined } }),
  });
  const info = describe(environment);
  const { stopApiServer, startApiServer } = environment;
  return { ...accessControlPlane(info), info, stopApiServer, startApiServer, stop: environment.stop };
}

function describe(environment: TestEnvironment): ControlPlaneInfo {
  const { url, directory, assetsDirectory, kubeconfigPath, certificateAuthorityPath, auditLogPath } = environment;
  return { url, directory, assetsDirectory, kubeconfigPath, certificateAuthorityPath, auditLogPath };
}
