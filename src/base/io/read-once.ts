import type { Host } from './host.js';

/**
 * Returns a host whose files do not change while a command runs: each is read once and then cached. A plan is thus
 * based on exactly the text that `apply` compares with the disk, so that the work of another run is not overwritten.
 */
export function readOnce(host: Host, texts = new Map<string, string | undefined>()): Host {
  return {
    ...host,
    read: (path) => {
      if (!texts.has(path)) texts.set(path, host.read(path));
      return texts.get(path);
    },
  };
}
