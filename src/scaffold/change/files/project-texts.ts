import { posix } from 'node:path';
import type { Host } from '../../../base/io/host.js';
import { walk } from '../../../base/io/walk.js';

const texts = /\.(?:ya?ml|json|md|txt|sh|toml)$|(?:^|\/)(?:Makefile|Dockerfile|Kustomization|PROJECT)$/;
const notRead = new Set(['node_modules', 'dist', 'vendor', 'package-lock.json']);

/** Yields the text files of a project that are not code, relative to its root. */
export function* projectTexts(host: Host, root: string, folder = ''): Generator<string> {
  const isLeftOut = (name: string): boolean => name.startsWith('.') || notRead.has(name);
  for (const { path, name, kind } of walk(host, posix.join(root, folder), isLeftOut)) {
    if (kind === 'file' && texts.test(name)) yield posix.relative(root, path);
  }
}
