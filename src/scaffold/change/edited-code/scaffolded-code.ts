import { posix } from 'node:path';
import type { Host } from '../../../base/io/host.js';
import { overlay } from '../../../base/io/overlay.js';
import { registerFile } from '../../../project/paths.js';

/**
 * Returns a project without generated code, which is generated again and therefore neither follows a change nor
 * occupies a name.
 */
export function writtenCode(host: Host, root: string): Host {
  return overlay(host, new Map([[posix.join(root, registerFile), undefined]]));
}
