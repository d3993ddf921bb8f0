import type { TestProject } from 'vitest/node';
import type { ControlPlaneInfo } from './access.js';
import { startControlPlane } from './control-plane.js';
import { locateControlPlane } from './locate.js';

/** What `inject('controlPlane')` gives: the running control plane, or why there is none. */
export type SharedControlPlane =
  { readonly available: true; readonly info: ControlPlaneInfo } | { readonly available: false; readonly why: string };

declare module 'vitest' {
  export interface ProvidedContext {
    controlPlane: SharedControlPlane;
  }
}

/** For vitest's `globalSetup`: starts one control plane for all test files and stops it after the last. */
export async function setup({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const assets = await locateControlPlane();
  if (!assets.found) {
    const why = `${assets.reason} ${assets.remedy}`;
    process.stderr.write(`Tests that need a control plane are skipped. ${why}\n`);
    provide('controlPlane', { available: false, why });
    return undefined;
  }
  process.stderr.write(`Control plane: ${assets.directory} (${assets.source})\n`);
  const controlPlane = await startControlPlane(assets);
  provide('controlPlane', { available: true, info: controlPlane.info });
  return () => controlPlane.stop();
}
