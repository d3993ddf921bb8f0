import { resolve } from 'node:path';
import type { Host } from '../io/host.js';
import { slashed } from '../io/slashed.js';
import { clusterNamed, readCluster } from './cluster.js';
import { releasedIn, type Released } from './definitions.js';
import { filesIn, onlyFile } from './files.js';
import { filesOfRef } from './git-ref.js';

/** The surroundings in which released definitions are searched. */
export interface ReleasedPlace {
  /** The host for what the user has named. */
  readonly host: Pick<Host, 'kind' | 'list' | 'read'>;
  readonly cwd: string;
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Names of the definitions that are read from a cluster. */
  readonly names: readonly string[];
}

/**
 * Reads what was released: from a cluster, from a file or a folder if there is one, and otherwise from a git ref.
 * @throws DiagnosticsError
 */
export async function readReleased(against: string, { host, cwd, root, env, names }: ReleasedPlace): Promise<Released> {
  const cluster = clusterNamed(against);
  if (cluster !== undefined) return readCluster(cluster, names);
  const path = slashed(resolve(cwd, against));
  const kind = host.kind(path);
  if (kind === 'directory') return releasedIn(filesIn(host, path, `the folder ${against}`));
  if (kind === 'file') return releasedIn(onlyFile(host, path, `the file ${against}`));
  return releasedIn(await filesOfRef(against, { root, env }));
}
