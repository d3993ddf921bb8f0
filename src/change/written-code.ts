import { posix } from 'node:path';
import type { Host } from '../io/host.js';
import { overlay } from '../io/overlay.js';
import { registerFile } from '../project/paths.js';

/** A project without the code that is generated: that is made anew, so it neither follows a change nor takes a name. */
export function writtenCode(host: Host, root: string): Host {
  return overlay(host, new Map([[posix.join(root, registerFile), undefined]]));
}
