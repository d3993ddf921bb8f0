import { inject } from 'vitest';
import type { ControlPlaneInfo } from './access.js';

/** The control plane that the test files of one worker share, or why there is none. */
export type SharedControlPlane =
  { readonly available: true; readonly info: ControlPlaneInfo } | { readonly available: false; readonly why: string };

/** Returns the control plane of the worker that the test file runs in. The first call starts it. */
export async function sharedControlPlane(): Promise<SharedControlPlane> {
  const controlPlanes = inject('controlPlanes');
  if (!controlPlanes.available) return controlPlanes;
  const response = await fetch(`${controlPlanes.url}/${process.env['VITEST_POOL_ID']}`);
  if (!response.ok) throw new Error(`The control plane did not start: ${await response.text()}`);
  return { available: true, info: (await response.json()) as ControlPlaneInfo };
}
