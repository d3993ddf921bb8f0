import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { startControlPlane, type ControlPlane } from '../control-plane/control-plane.js';
import { writeCases, type Comparison } from './run-both.js';
import type { TriedCase } from './table.js';

/** Cases in a folder, and a control plane in which programs run them. */
export interface Trial {
  readonly folder: string;
  readonly comparison: Comparison;
}

/** Writes cases and starts a control plane before the tests of a file, and removes both after them. @param timeout in seconds */
export function tryCases(cases: readonly TriedCase[], timeout: number): Trial {
  let controlPlane: ControlPlane | undefined;
  let temporary = '';
  let comparison: Comparison;
  beforeAll(async () => {
    controlPlane = await startControlPlane();
    // A program can write beside the folder of its cases.
    temporary = mkdtempSync(join(tmpdir(), 'declarative-'));
    writeCases(join(temporary, 'cases'), cases);
    const { kubeconfigPath: kubeconfig, assetsDirectory: programs } = controlPlane.info;
    comparison = { kubeconfig, programs, timeout, parallel: 8 };
  });
  afterAll(async () => {
    await controlPlane?.stop();
    rmSync(temporary, { recursive: true, force: true });
  });
  return {
    get folder() {
      return join(temporary, 'cases');
    },
    get comparison() {
      return comparison;
    },
  };
}
