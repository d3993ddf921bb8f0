import { inject } from 'vitest';
import type { ControlPlaneInfo } from './access.js';
import { borrow } from './lending.js';

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
  const { info } = await borrow(controlPlanes.url).catch((error: Error) => {
    throw new Error(`The control plane did not start: ${error.message}`, { cause: error });
  });
  return { available: true, info: info as ControlPlaneInfo };
}
