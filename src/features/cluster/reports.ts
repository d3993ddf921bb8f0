import { readFileSync } from 'node:fs';
import type { ClusterFiles } from './files.js';

/** A line of the output of a cluster's process: `upstream/cluster/main.go`. */
export interface Report {
  /** The part, such as `etcd`; absent for the whole process. */
  readonly part?: string;
  readonly state: 'ready' | 'failed' | 'ended';
  /** The version of Kubernetes, when the whole process is ready. */
  readonly version?: string;
  readonly reason?: string;
}

/** Returns what the process of a cluster has reported, or the last one that ran; empty if there was none. */
export function readReports({ reports }: ClusterFiles): readonly Report[] {
  try {
    const text = readFileSync(reports, 'utf8');
    // The last line can be incomplete.
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Report);
  } catch {
    return [];
  }
}

/** Returns what a process has reported on the whole of it; undefined while it starts, and after it was killed while it did. */
export function lastOfAll(reports: readonly Report[]): Report | undefined {
  return reports.findLast(({ part }) => part === undefined);
}
