import type { Host } from './host.js';

/** A host for paths that come from a project: one with a NUL character names nothing, and `node:fs` throws for it. */
export function possiblePaths(host: Host): Host {
  const isPossible = (path: string): boolean => !path.includes('\0');
  return {
    ...host,
    kind: (path) => (isPossible(path) ? host.kind(path) : 'missing'),
    read: (path) => (isPossible(path) ? host.read(path) : undefined),
    list: (path) => (isPossible(path) ? host.list(path) : []),
    realpath: (path) => {
      if (isPossible(path)) return host.realpath(path);
      throw Object.assign(new Error('ENOENT: no such file or directory'), {
        code: 'ENOENT',
        syscall: 'realpath',
        path,
      });
    },
  };
}
