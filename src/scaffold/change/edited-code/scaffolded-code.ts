import { posix } from 'node:path';
import type { Host } from '../../../base/io/host.js';
import { overlay } from '../../../base/io/overlay.js';
import { registerFile } from '../../../project/paths.js';

/**
 * Returns a project without generated code, which is generated again: it is not changed with the rest, and its names
 * count as free.
 */
export function writtenCode(host: Host, root: string): Host {
  return overlay(host, new Map([[posix.join(root, registerFile), undefined]]));
}
