import { posix } from 'node:path';
import type { Host } from '../io/host.js';

const texts = /\.(?:ya?ml|json|md|txt|sh|toml)$|(?:^|\/)(?:Makefile|Dockerfile|PROJECT)$/;
const notRead = new Set(['node_modules', 'dist', 'vendor', 'package-lock.json']);

/** The files of a project that are text and no code, relative to its root. */
export function* projectTexts(host: Host, root: string, folder = ''): Generator<string> {
  for (const name of host.list(posix.join(root, folder))) {
    if (name.startsWith('.') || notRead.has(name)) continue;
    const path = posix.join(folder, name);
    const kind = host.kind(posix.join(root, path));
    if (kind === 'directory') yield* projectTexts(host, root, path);
    else if (kind === 'file' && texts.test(name)) yield path;
  }
}
