import { isAbsolute, resolve } from 'node:path';
import { refuse } from './reporting.js';
import type { Host } from '../../base/io/host.js';
import { slashed } from '../../base/io/slashed.js';
import { clusterNamed, readCluster } from './cluster.js';
import { releasedIn, type Released } from './definitions.js';
import { schemeOf, shownSource } from './download.js';
import { filesIn, onlyFile } from './files.js';
import { filesOfRef, isRef } from './git-ref.js';

/** The place where released CRDs are searched. */
export interface ReleasedPlace {
  /** The host for paths that the user specifies. */
  readonly host: Pick<Host, 'kind' | 'list' | 'read'>;
  readonly cwd: string;
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Names of the CRDs to read from a cluster. */
  readonly names: readonly string[];
}

/**
 * Reads a release from a cluster, a git ref, a file or a folder.
 * @throws DiagnosticsError
 */
export async function readReleased(against: string, { host, cwd, root, env, names }: ReleasedPlace): Promise<Released> {
  const cluster = clusterNamed(against);
  if (cluster !== undefined) return readCluster(cluster, names);
  if (schemeOf(against) !== undefined)
    refuse('against-unreadable', {
      against: shownSource(against),
      reason: 'URLs are not supported; download the file',
    });
  const path = slashed(resolve(cwd, against));
  const kind = host.kind(path);
  if (kind === 'missing' || (!isPath(against) && (await isRef(against, { root, env })))) {
    return releasedIn(await filesOfRef(against, { root, env }));
  }
  if (kind === 'directory') return releasedIn(filesIn(host, path, `the folder ${against}`));
  if (kind === 'file') return releasedIn(onlyFile(host, path, `the file ${against}`));
  return refuse('against-unreadable', { against, reason: 'links and special files are not read' });
}

/**
 * Reports whether a text can only be a path. Any other text is a git ref if one with this name exists: otherwise, a
 * pull request could add a folder with the name of its base branch, and would be compared with that folder.
 */
function isPath(against: string): boolean {
  return isAbsolute(against) || /^\.{1,2}(?:[\\/]|$)/.test(against);
}
