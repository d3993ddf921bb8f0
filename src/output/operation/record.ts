import { posix } from 'node:path';
import type { Host } from '../../base/io/host.js';
import { overlay } from '../../base/io/overlay.js';
import type { FoundProject } from '../../project/find-project.js';
import { stateFile } from '../plan/leftovers.js';
import { printState } from '../plan/state.js';
import { recordBuilder, type RecordEnvironment } from './record-builder.js';

/** Returns a project with its record of written files, which is rebuilt if it was lost. */
export async function withRecord(environment: RecordEnvironment, found: FoundProject): Promise<Host> {
  const { host } = environment;
  const path = posix.join(found.root, stateFile);
  const rebuild = host.kind(path) === 'missing' ? recordBuilder.get() : undefined;
  return rebuild === undefined ? host : overlay(host, new Map([[path, printState(await rebuild(environment, found))]]));
}
