import { posix } from 'node:path';
import { extensionPoint } from '../../base/extensions/extension-point.js';
import type { Host } from '../../base/io/host.js';
import { overlay } from '../../base/io/overlay.js';
import type { FoundProject } from '../../project/find-project.js';
import { stateFile } from '../plan/leftovers.js';
import { printState, type ScaffoldState } from '../plan/state.js';
import type { Environment } from './outcome.js';

type RecordEnvironment = Pick<Environment, 'host' | 'releases' | 'upstream'>;

/** Returns the record of a project that has lost it. */
export type RecordBuilder = (environment: RecordEnvironment, found: FoundProject) => Promise<ScaffoldState>;

/** Builders of lost records; the first one is used. */
export const recordBuilders = extensionPoint<RecordBuilder>();

/** Returns a project as if its record of written files were there. */
export async function withRecord(environment: RecordEnvironment, found: FoundProject): Promise<Host> {
  const { host } = environment;
  const path = posix.join(found.root, stateFile);
  const [rebuild] = host.kind(path) === 'missing' ? recordBuilders.all() : [];
  return rebuild === undefined ? host : overlay(host, new Map([[path, printState(await rebuild(environment, found))]]));
}
