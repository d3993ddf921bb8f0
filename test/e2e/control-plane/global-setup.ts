import type { TestProject } from 'vitest/node';
import { helperForTests } from '../../support/upstream.js';
import { startControlPlane, type ControlPlaneSort } from './control-plane.js';
import { lend } from './lending.js';
import { locateControlPlane } from './locate.js';

/** What `inject('controlPlanes')` gives: where a test file asks for its control plane, or why there is none. */
export type ControlPlanes =
  { readonly available: true; readonly url: string } | { readonly available: false; readonly why: string };

declare module 'vitest' {
  export interface ProvidedContext {
    controlPlanes: ControlPlanes;
  }
}

/**
 * For vitest's `globalSetup`: starts a control plane for each test file that asks for one, and stops it when the file has ended. No
 * file meets what another has left, such as definitions that are still being
 * deleted: https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#finalizers
 */
export async function setup({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const assets = await locateControlPlane();
  if (!assets.found) {
    const why = `${assets.reason} ${assets.remedy}`;
    process.stderr.write(`Tests that need a control plane are skipped. ${why}\n`);
    provide('controlPlanes', { available: false, why });
    return undefined;
  }
  // Before the tests, which would run beside the build.
  await helperForTests();
  process.stderr.write(`Control plane: ${assets.directory} (${assets.source})\n`);
  const lending = await lend((sort) => startControlPlane(assets, sort as ControlPlaneSort));
  provide('controlPlanes', { available: true, url: lending.url });
  return lending.end;
}
