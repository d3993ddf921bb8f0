import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findTestAssets } from '@operator-gen/runtime/testing';
import { printHeader, printRow, type Row } from '../table.js';
import { startCluster, type Cluster } from './cluster.js';
import { connections } from './connections.js';
import { atRest, importTime } from './footprint.js';
import { creators } from './foos.js';
import { idle } from './idle.js';
import { latency } from './latency.js';
import { memory } from './memory.js';
import { buildGo, buildOurs, type Program } from './programs.js';
import { scale } from './scale.js';
import { throughput } from './throughput.js';
import { webhookLatency } from './webhook-latency.js';

interface Amounts {
  readonly objects: readonly number[];
  readonly rounds: number;
  readonly updates: number;
  readonly admissions: number;
  readonly quietMinutes: number;
  readonly many: number;
}

/** The amount of measurements: a run of some minutes, or one of hours. */
const amounts = {
  short: { objects: [1000], rounds: 3, updates: 500, admissions: 2000, quietMinutes: 2, many: 20_000 },
  long: { objects: [1000, 10_000], rounds: 5, updates: 2000, admissions: 12_000, quietMinutes: 60, many: 100_000 },
} as const satisfies Record<string, Amounts>;

export type Length = keyof typeof amounts;

interface Bench extends Amounts {
  readonly cluster: Cluster;
  readonly programs: readonly Program[];
  /** A folder for bundles. */
  readonly folder: string;
}

/** The parts of the benchmark, in their order. */
const parts = {
  throughput: async function* ({ cluster, programs, objects, rounds }) {
    for (const count of objects)
      for (const workers of [1, 10]) yield await throughput(cluster, programs, { objects: count, workers, rounds });
  },
  latency: async function* ({ cluster, programs, updates, rounds }) {
    yield await latency(cluster, programs, { objects: 1000, updates, rounds });
  },
  webhooks: async function* ({ cluster, programs, admissions, rounds }) {
    yield await webhookLatency(cluster, programs, { requests: admissions, rounds });
  },
  connections: async function* ({ cluster, programs, objects }) {
    yield [await connections(cluster, programs, objects.at(-1)!)];
  },
  rest: async function* ({ cluster, folder }) {
    yield await atRest(cluster, folder);
    yield [importTime(11)];
  },
  memory: async function* ({ cluster, programs, rounds }) {
    yield await memory(cluster, programs, { pods: 5000, foos: 10_000, rounds });
  },
  scale: async function* ({ cluster, programs, many }) {
    yield await scale(cluster, programs, many);
  },
  idle: async function* ({ cluster, programs, quietMinutes }) {
    const quiet = await idle(cluster, programs, quietMinutes);
    yield quiet.rows;
    for (const line of quiet.requests) process.stdout.write(`  ${line}\n`);
  },
} satisfies Record<string, (bench: Bench) => AsyncGenerator<readonly Row[]>>;

type Part = keyof typeof parts;

/** Names of the parts, in their order. */
export const partNames = Object.keys(parts) as readonly Part[];

/**
 * Measures the runtime and the same operator on controller-runtime, alternately on one API server, and prints a table.
 * @param chosen the parts to measure
 */
export async function benchRuntime(length: Length, chosen: readonly string[] = partNames): Promise<void> {
  if (process.platform !== 'linux') {
    process.stdout.write('\nThe runtime is not measured: memory and CPU of a process are read as Linux shows them.\n');
    return;
  }
  const assets = await findTestAssets();
  if (!assets.found) {
    process.stdout.write(`\nThe runtime is not measured. ${assets.reason} ${assets.remedy}\n`);
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'operator-gen-bench-'));
  const go = buildGo();
  const programs: readonly Program[] = [...(typeof go === 'string' ? [] : [go]), buildOurs(folder)];
  if (typeof go === 'string') process.stdout.write(`\nNo column for Go: ${go}.\n`);
  const cluster = await startCluster();
  const bench: Bench = { ...amounts[length], cluster, programs, folder };
  try {
    printHeader(`runtime; ${creators} objects created at a time while it runs`);
    for (const name of partNames.filter((each) => chosen.includes(each)))
      for await (const rows of parts[name](bench)) rows.forEach(printRow);
  } finally {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
