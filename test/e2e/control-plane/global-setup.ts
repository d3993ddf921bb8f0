import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { helperForTests } from '../../support/upstream.js';
import { startControlPlane, type ControlPlane } from './control-plane.js';
import { locateControlPlane } from './locate.js';

/** What `inject('controlPlanes')` gives: where a worker asks for its control plane, or why there is none. */
export type ControlPlanes =
  { readonly available: true; readonly url: string } | { readonly available: false; readonly why: string };

declare module 'vitest' {
  export interface ProvidedContext {
    controlPlanes: ControlPlanes;
  }
}

/**
 * For vitest's `globalSetup`: starts a control plane for each worker, when the first test file of the worker asks for it, and
 * stops them after the last file. The files of one worker take turns, so that none meets the objects of another.
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
  const started = new Map<string, Promise<ControlPlane>>();
  const controlPlaneOf = (worker: string): Promise<ControlPlane> => {
    const controlPlane = started.get(worker) ?? startControlPlane(assets);
    started.set(worker, controlPlane);
    return controlPlane;
  };
  const server = createServer(({ url = '' }, response) => {
    controlPlaneOf(url).then(
      ({ info }) => response.end(JSON.stringify(info)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  provide('controlPlanes', { available: true, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  return async () => {
    server.close();
    await Promise.allSettled([...started.values()].map(async (controlPlane) => (await controlPlane).stop()));
  };
}
