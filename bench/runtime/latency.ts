import { setTimeout as sleep } from 'node:timers/promises';
import type { Row } from '../table.js';
import type { Cluster } from './cluster.js';
import { changeFoo, createFoos, deleteFoos, watchStatus } from './foos.js';
import { inTurns, medians } from './in-turns.js';
import { startOperator } from './operator-process.js';
import type { Program } from './programs.js';
import { quantile } from './quantile.js';

export interface Updates {
  readonly objects: number;
  readonly updates: number;
  readonly rounds: number;
}

// Interval between updates in milliseconds, and the number of updates that are not counted, while a new process warms
// up.
const interval = 20;
const warmUp = 100;

/** Measures the time from an update until its status is seen, among objects that have all converged. */
export async function latency(cluster: Cluster, programs: readonly Program[], load: Updates): Promise<readonly Row[]> {
  await converge(cluster, programs.at(-1)!, load.objects);
  // Every run requests other numbers than the previous one.
  let replicas = 0;
  const samples = await inTurns(programs, load.rounds, (program) => {
    replicas += 1000;
    return measure(cluster, program, load, replicas);
  });
  await deleteFoos(cluster);
  const name = `one update every ${interval} ms among ${load.objects}: status seen after`;
  const goal = { of: 'ratio', most: 1 } as const;
  return [
    { name: `${name}, ms: p50`, ...medians(samples, (times) => quantile(times, 0.5)), digits: 1, goal },
    { name: '  p99', ...medians(samples, (times) => quantile(times, 0.99)), digits: 1, goal },
  ];
}

/** Creates the objects and waits until they have converged. */
export async function converge(cluster: Cluster, program: Program, objects: number): Promise<void> {
  const operator = await startOperator(program, await flagsFor(cluster, program));
  const watch = await watchStatus(cluster);
  try {
    await Promise.all([createFoos(cluster, objects), watch.converged(objects)]);
  } finally {
    await watch.stop();
    await operator.stop();
  }
}

async function flagsFor(cluster: Cluster, program: Program): Promise<readonly string[]> {
  return ['--kubeconfig', await cluster.kubeconfig(program), '--reconcile', '--workers=10'];
}

/** Returns the time from the response to each update until the driver's watch receives its status, in milliseconds. */
async function measure(
  cluster: Cluster,
  program: Program,
  { objects, updates }: Updates,
  replicas: number,
): Promise<readonly number[]> {
  const seen = new Map<string, number>();
  const answered = new Map<string, number>();
  const operator = await startOperator(program, await flagsFor(cluster, program));
  const watch = await watchStatus(cluster, ({ metadata }) => {
    seen.set(`${metadata.name} ${metadata.generation}`, performance.now());
  });
  try {
    const started = performance.now();
    const running: Promise<void>[] = [];
    for (let index = 0; index < updates + warmUp; index += 1) {
      await sleep(Math.max(0, started + index * interval - performance.now()));
      const which = index % objects;
      const change = changeFoo(cluster, which, replicas + Math.floor(index / objects)).then((generation) => {
        if (index >= warmUp) answered.set(`foo-${which} ${generation}`, performance.now());
      });
      running.push(change);
    }
    await Promise.all(running);
    for (let tries = 0; [...answered.keys()].some((each) => !seen.has(each)); tries += 1) {
      if (tries === 300) throw new Error('some updates were not followed by a status');
      await sleep(100);
    }
    return [...answered].map(([key, time]) => Math.max(0, seen.get(key)! - time));
  } finally {
    await watch.stop();
    await operator.stop();
  }
}
