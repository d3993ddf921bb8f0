import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { quietly } from '../../base/io/quietly.js';
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

/** Bytes of the output that are read: the reports of a process have some hundred. */
const limit = 64 * 1024;

/** Returns what the process of a cluster has reported, or the last one that ran; empty if there was none. */
export function readReports({ reports }: ClusterFiles): readonly Report[] {
  // The last line can be incomplete.
  return start(reports, limit).split('\n').slice(0, -1).flatMap(reportOf);
}

function reportOf(line: string): readonly Report[] {
  const found = quietly(() => JSON.parse(line) as Partial<Report> | null);
  return found !== undefined && typeof found?.state === 'string' ? [found as Report] : [];
}

/** Returns the line of the log that says why a process has ended, as the end of a sentence; empty if there is none. */
export function lastWords({ log }: ClusterFiles): string {
  const lines = start(log, 1024 * 1024)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const line = lines.find((each) => /^(?:panic|fatal error): /.test(each)) ?? lines.at(-1);
  return line === undefined ? '' : `: ${line.slice(0, 500)}`;
}

/** Returns the beginning of a file; empty if there is none. */
function start(path: string, bytes: number): string {
  const descriptor = quietly(() => openSync(path, 'r'));
  if (descriptor === undefined) return '';
  try {
    const buffer = Buffer.alloc(Math.min(bytes, fstatSync(descriptor).size));
    return buffer.toString('utf8', 0, readSync(descriptor, buffer));
  } finally {
    closeSync(descriptor);
  }
}

/** Returns what a process has reported on the whole of it; undefined while it starts, and after it was killed while it did. */
export function lastOfAll(reports: readonly Report[]): Report | undefined {
  return reports.findLast(({ part }) => part === undefined);
}
