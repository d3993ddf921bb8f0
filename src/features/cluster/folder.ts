import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder, privateFolder } from '../../base/io/private-folder.js';
import { statePlaces } from '../../base/io/user-folders.js';
import { filesOf, type ClusterFiles } from './files.js';
import { refuse, refuseValue } from './reporting.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** The name of a cluster if none is given. */
export const usualName = 'dev';

/** As Kubernetes names namespaces, and short enough for all that is made of it. */
const name = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/;

/** Returns the folder with the clusters of a user, which is created if it does not exist. */
export function clustersFolder(env: Environment): string {
  // Not the next one if it is unusable: the clusters that are in it would seem not to exist.
  const [place] = statePlaces(env, 'clusters');
  const folder = place && makePrivateFolder(place);
  const wanted = place === undefined ? 'there is no home' : join(place.base, ...place.own);
  return folder ?? refuse('cluster-folder-unusable', { folder: wanted });
}

/** Returns the names of all clusters in a folder, in order. */
export function clusterNames(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries
    .filter((each) => each.isDirectory() && name.test(each.name))
    .map((each) => each.name)
    .toSorted();
}

/** Returns the names of the clusters of a user, for the completion of words in a shell. */
export function presentNames(env: Environment): readonly string[] {
  const [place] = statePlaces(env, 'clusters');
  const folder = place && privateFolder(place);
  return folder === undefined ? [] : clusterNames(folder);
}

const nameForm =
  'a name has at most 40 lowercase letters, digits and hyphens, and begins and ends with a letter or digit';

/** Returns the paths of a cluster, whether or not it exists. */
export function clusterIn(folder: string, wanted: string): ClusterFiles {
  if (name.test(wanted)) return filesOf(join(folder, wanted));
  return refuseValue('name', wanted, nameForm);
}
