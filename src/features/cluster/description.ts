import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { quietly } from '../../base/io/quietly.js';
import type { ClusterFiles } from './files.js';
import { refuse } from './reporting.js';
import { writePrivately } from './write-privately.js';

/** Description of a cluster, as stored in its folder. */
export interface Description {
  readonly name: string;
  /** As an ISO 8601 timestamp. */
  readonly createdAt: string;
  /** The port of the API server. */
  readonly port: number;
  readonly options: ClusterOptions;
  /** The version of Kubernetes that has written its data, such as `v1.36.3`; absent before it was ready for the first time. */
  readonly kubernetes?: string;
  /** The program that it was last started with: its path, size and time. */
  readonly program?: string;
  /** The kubeconfig files that `--merge` has added it to. */
  readonly merged?: readonly string[];
}

/** The properties of a cluster that are chosen when it is created. */
export interface ClusterOptions {
  /** Number of simulated nodes. */
  readonly nodes: number;
  /** The resources of each node, such as `{ cpu: '8' }`. */
  readonly capacity: Readonly<Record<string, string>>;
  /** Whether it has controllers, a scheduler and nodes. */
  readonly controllers: boolean;
  /** The time until a Pod is ready, in milliseconds. */
  readonly readyAfter: number;
  /** Labels `key=value` of Pods whose containers fail. */
  readonly failing: readonly string[];
  /** Such as `ShardedListAndWatch=true`. */
  readonly featureGates: readonly string[];
  /** The time after which its process ends, in seconds; 0 for none. */
  readonly lifetime: number;
  /** The port that was asked for; 0 for any. */
  readonly port: number;
  /** The version of Kubernetes that was asked for, such as `1.33`; absent for that of the program. */
  readonly kubernetes?: string;
}

export const usualOptions: ClusterOptions = {
  nodes: 1,
  capacity: { cpu: '64', memory: '256Gi', pods: '250' },
  controllers: true,
  readyAfter: 0,
  failing: [],
  featureGates: [],
  lifetime: 0,
  port: 0,
};

/**
 * Returns the description of a cluster; undefined if there is no such cluster.
 * @throws DiagnosticsError if it is damaged, for example by a disk that was full
 */
export function readDescription({ folder, description }: ClusterFiles): Description | undefined {
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return undefined;
  const found = quietly(() => JSON.parse(readFileSync(description, 'utf8')) as Partial<Description>);
  const name = basename(folder);
  return isComplete(found) ? { ...found, name } : refuse('cluster-damaged', { name, file: description });
}

function isComplete(found: Partial<Description> | undefined): found is Description {
  return typeof found?.name === 'string' && typeof found.port === 'number' && typeof found.options?.nodes === 'number';
}

export function writeDescription({ description }: ClusterFiles, content: Description): void {
  writePrivately(description, `${JSON.stringify(content, undefined, 2)}\n`);
}
