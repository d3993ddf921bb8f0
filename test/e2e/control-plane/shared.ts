import { inject } from 'vitest';
import type { ControlPlaneInfo } from './access.js';

/** The control plane of a test file, or why there is none. */
export type SharedControlPlane =
  { readonly available: true; readonly info: ControlPlaneInfo } | { readonly available: false; readonly why: string };

let asked: Promise<SharedControlPlane> | undefined;

/** Returns the control plane of the test file, which no other file uses. The first call starts it. */
export function sharedControlPlane(): Promise<SharedControlPlane> {
  return (asked ??= ask());
}

async function ask(): Promise<SharedControlPlane> {
  const controlPlanes = inject('controlPlanes');
  if (!controlPlanes.available) return controlPlanes;
  const response = await fetch(`${controlPlanes.url}/${process.env['VITEST_POOL_ID']}`);
  if (!response.ok) throw new Error(`The control plane did not start: ${await response.text()}`);
  return { available: true, info: (await response.json()) as ControlPlaneInfo };
}
