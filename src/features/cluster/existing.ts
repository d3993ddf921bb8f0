import type { Environment } from '../../output/operation/outcome.js';
import { readDescription, type Description } from './description.js';
import type { ClusterFiles } from './files.js';
import type { NameOptions } from './flags.js';
import { clusterIn, clustersFolder, usualName } from './folder.js';
import { refuse } from './reporting.js';

/** A cluster that exists. */
export interface ExistingCluster {
  readonly name: string;
  /** The folder of all clusters. */
  readonly clusters: string;
  readonly files: ClusterFiles;
  readonly description: Description;
}

/** Returns the cluster that a command names. @throws DiagnosticsError if there is none */
export function existing({ name = usualName }: NameOptions, env: Environment['env']): ExistingCluster {
  const clusters = clustersFolder(env);
  const files = clusterIn(clusters, name);
  const description = readDescription(files);
  if (description === undefined) return refuse('cluster-not-found', { name });
  return { name, clusters, files, description };
}
