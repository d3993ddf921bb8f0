import { posix } from 'node:path';
import type { Host } from '../../../base/io/host.js';
import type { DesiredFile } from '../../../project/layout/desired-file.js';
import { isBinary } from '../../../base/text/text.js';

/** Returns a file of the user's with a change, at its path or at a new one. */
export function mergedFile(host: Host, root: string, from: string, path: string, content: string): DesiredFile {
  if (from === path) return { path, content, ownership: 'merged' };
  const source = posix.join(root, from);
  const executable = (host.mode(source) & 0o111) !== 0;
  // Binary files are copied byte for byte.
  const copyOf = isBinary(content) ? { copyOf: source } : {};
  return { path, content, ownership: 'merged', movedFrom: from, ...(executable ? { executable } : {}), ...copyOf };
}
