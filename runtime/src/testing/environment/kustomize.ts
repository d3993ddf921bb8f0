import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findTestAssets } from './assets.js';
import { executableName } from './platform.js';

const run = promisify(execFile);

/** File names that kustomize looks for in a directory. */
const names = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'];

/** Reports whether a directory is built by kustomize. */
export function isKustomized(folder: string): boolean {
  return names.some((name) => existsSync(join(folder, name)));
}

/**
 * Returns the output of `kubectl kustomize` for a directory, with the kubectl of the test assets, or else that of the
 * `PATH`.
 * @throws Error if there is no kubectl, or kustomize rejects the directory
 */
export async function kustomize(folder: string): Promise<string> {
  const assets = await findTestAssets({ download: false });
  const kubectl = assets.found ? join(assets.directory, executableName('kubectl')) : 'kubectl';
  try {
    const { stdout } = await run(kubectl, ['kustomize', folder], { maxBuffer: 1 << 28, timeout: 60_000 });
    return stdout;
  } catch (error) {
    const { code, stderr, message } = error as NodeJS.ErrnoException & { readonly stderr?: string };
    const reason =
      code === 'ENOENT'
        ? `it has a kustomization, and there is no kubectl to build it. Install kubectl, or set KUBEBUILDER_ASSETS`
        : stderr?.trim() || message;
    throw new Error(`${folder}: ${reason}`, { cause: error });
  }
}
