import { posix } from 'node:path';
import type { Host } from '../io/host.js';

/** A source file of the project, by its absolute path. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/** The project's sources: `src/**\/*.ts` without tests and declaration files. Links are not followed. */
export function listSources(host: Host, root: string): readonly Source[] {
  return [...walk(host, posix.join(root, 'src'))];
}

function* walk(host: Host, folder: string): Generator<Source> {
  for (const name of host.list(folder)) {
    const path = posix.join(folder, name);
    const kind = host.kind(path);
    if (kind === 'directory' && name !== 'node_modules') yield* walk(host, path);
    if (kind !== 'file' || !name.endsWith('.ts') || /\.(test|spec|d)\.ts$/.test(name)) continue;
    yield { path, text: host.read(path) ?? '' };
  }
}
