import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findTestAssets } from '@operator-gen/runtime/testing';
import { printHeader, printRow, type Row } from '../table.js';
import { startCluster } from './cluster.js';
import { connections } from './connections.js';
import { atRest, importTime } from './footprint.js';
import { creators } from './foos.js';
import { idle } from './idle.js';
import { latency } from './latency.js';
import { memory } from './memory.js';
import { buildGo, buildOurs, type Program } from './programs.js';
import { throughput } from './throughput.js';
import { webhookLatency } from './webhook-latency.js';

/** The amount of measurements: a run of some minutes, or one of hours. */
const plans = {
  short: { objects: [1000], rounds: 3, updates: 500, admissions: 2000, foos: 10_000, idleMinutes: 1, quietMinutes: 2 },
  long: {
    objects: [1000, 10_000],
    rounds: 5,
    updates: 2000,
    admissions: 12_000,
    foos: 10_000,
    idleMinutes: 3,
    quietMinutes: 60,
  },
} as const;

/**
 * Measures the runtime and the same operator on controller-runtime, alternately on one API server, and prints a table.
 */
export async function benchRuntime(length: keyof typeof plans): Promise<void> {
  if (process.platform !== 'linux') {
    process.stdout.write('\nThe runtime is not measured: memory and CPU of a process are read as Linux shows them.\n');
    return;
  }
  const assets = await findTestAssets();
  if (!assets.found) {
    process.stdout.write(`\nThe runtime is not measured. ${assets.reason} ${assets.remedy}\n`);
    return;
  }
  const plan = plans[length];
  const folder = mkdtempSync(join(tmpdir(), 'operator-gen-bench-'));
  const go = buildGo();
  const programs: readonly Program[] = [...(typeof go === 'string' ? [] : [go]), buildOurs(folder)];
  if (typeof go === 'string') process.stdout.write(`\nNo column for Go: ${go}.\n`);
  const cluster = await startCluster();
  const show = (rows: readonly Row[]): void => rows.forEach(printRow);
  try {
    printHeader(`runtime; ${creators} objects created at a time while it runs`);
    for (const objects of plan.objects) {
      for (const workers of [1, 10])
        show(await throughput(cluster, programs, { objects, workers, rounds: plan.rounds }));
    }
    show(await latency(cluster, programs, { objects: 1000, updates: plan.updates, rounds: plan.rounds }));
    show(await webhookLatency(cluster, programs, { requests: plan.admissions, rounds: plan.rounds }));
    show([await connections(cluster, programs, plan.objects.at(-1)!)]);
    show(await atRest(cluster, folder));
    show([importTime(11)]);
    show(await memory(cluster, programs, { pods: 5000, foos: plan.foos, idleMinutes: plan.idleMinutes }));
    const quiet = await idle(cluster, programs, plan.quietMinutes);
    show(quiet.rows);
    for (const line of quiet.requests) process.stdout.write(`  ${line}\n`);
  } finally {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
