import type { Host } from './host.js';

/**
 * A host whose files do not change under a command: each is read once, and from then on says the same. What is planned is
 * then made from the very text that `apply` compares with the disk, so that no other run's work is written over.
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
