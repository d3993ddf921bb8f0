import { inject } from 'vitest';
import type { ControlPlaneInfo } from './access.js';
import type { ControlPlaneSort } from './control-plane.js';
import { borrow } from './lending.js';

/** The control plane of a test file, or why there is none. */
export type SharedControlPlane =
  { readonly available: true; readonly info: ControlPlaneInfo } | { readonly available: false; readonly why: string };

let asked: Promise<SharedControlPlane> | undefined;

/** Returns the control plane of the test file, which no other file uses. The first call starts it. */
export function sharedControlPlane(): Promise<SharedControlPlane> {
  return (asked ??= ask('whole'));
}

/**
 * As `sharedControlPlane`, without controllers, scheduler and node, which take a third of the time to start. Nothing turns a Deployment
 * into Pods, deletes what an owner leaves, finishes the deletion of a namespace, or makes service accounts.
 */
export function sharedApiServer(): Promise<SharedControlPlane> {
  return (asked ??= ask('api-server'));
}

async function ask(sort: ControlPlaneSort): Promise<SharedControlPlane> {
  const controlPlanes = inject('controlPlanes');
  if (!controlPlanes.available) return controlPlanes;
  const { info } = await borrow(`${controlPlanes.url}/${sort}`).catch((error: Error) => {
    throw new Error(`The control plane did not start: ${error.message}`, { cause: error });
  });
  return { available: true, info: info as ControlPlaneInfo };
}
