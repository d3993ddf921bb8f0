import { join } from 'node:path';
import type { TestAssets } from '../../../runtime/src/testing/index.js';
import { executableName, isExecutable, type Environment } from '../../../runtime/src/testing/environment/platform.js';
import { buildControlPlane } from './builder.js';
import { controlPlaneFolder, controlPlanePrograms } from './programs.js';

/**
 * Finds a whole control plane: in `KUBEBUILDER_ASSETS` where it has all four programs, else in our cache, in the versions
 * that the Go modules here pin. With `CI=true` it is built when it is missing; elsewhere a build of ten minutes is never
 * started unasked. The store of setup-envtest and the Kubernetes downloads have no controllers.
 *
 * @throws Error when it is built and that fails.
 */
export async function locateControlPlane(env: Environment = process.env): Promise<TestAssets> {
  const named = env.KUBEBUILDER_ASSETS;
  if (named && isComplete(named)) return { found: true, directory: named, source: 'KUBEBUILDER_ASSETS' };
  const directory = controlPlaneFolder(env);
  if (!isComplete(directory)) {
    if (env.CI !== 'true') {
      return {
        found: false,
        reason: `There is no control plane in ${directory}.`,
        remedy: 'Run `npm run control-plane` (it builds one with Go, once, in about ten minutes).',
      };
    }
    await buildControlPlane(controlPlanePrograms);
  }
  return { found: true, directory, source: 'cache' };
}

function isComplete(directory: string): boolean {
  return controlPlanePrograms.every(({ name }) => isExecutable(join(directory, executableName(name))));
}
