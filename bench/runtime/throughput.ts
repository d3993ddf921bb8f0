import type { Cluster } from './cluster.js';
import { createFoos, deleteFoos, watchStatus } from './foos.js';
import { inTurns, medians } from './in-turns.js';
import { startOperator } from './operator-process.js';
import type { Program } from './programs.js';
import type { Row } from '../table.js';

interface Sample {
  /** Objects per second, from the first creation to the last status. */
  readonly rate: number;
  readonly requests: number;
  readonly conflicts: number;
  /** CPU time of the operator per object, in milliseconds. */
  readonly cpu: number;
}

export interface Load {
  readonly objects: number;
  readonly workers: number;
  readonly rounds: number;
}

/** Measures how fast many new objects converge, and what that costs. */
export async function throughput(cluster: Cluster, programs: readonly Program[], load: Load): Promise<readonly Row[]> {
  const samples = await inTurns(programs, load.rounds, (program) => measure(cluster, program, load));
  const name = `${load.objects} objects, ${load.workers} worker${load.workers === 1 ? '' : 's'}`;
  return [
    { name: `${name}: objects/s`, ...medians(samples, ({ rate }) => rate), goal: { of: 'ratio', least: 1 } },
    { name: '  requests', ...medians(samples, ({ requests }) => requests), goal: { of: 'ratio', most: 1 } },
    {
      name: '  of them conflicts (409)',
      ...medians(samples, ({ conflicts }) => conflicts),
      goal: { of: 'ours', most: 0 },
    },
    { name: '  CPU of the operator, ms per object', ...medians(samples, ({ cpu }) => cpu), digits: 2 },
  ];
}

/** Starts the operator and waits for its caches, then creates the objects and waits until all have their status. */
async function measure(cluster: Cluster, program: Program, { objects, workers }: Load): Promise<Sample> {
  const kubeconfig = await cluster.kubeconfig(program);
  const operator = await startOperator(program, ['--kubeconfig', kubeconfig, '--reconcile', `--workers=${workers}`]);
  const watch = await watchStatus(cluster);
  try {
    const requests = await cluster.countRequests(program);
    const before = operator.cpu();
    const started = performance.now();
    await Promise.all([createFoos(cluster, objects), watch.converged(objects)]);
    const seconds = (performance.now() - started) / 1000;
    const cpu = ((operator.cpu() - before) * 1000) / objects;
    // A watch that follows a list may start only now.
    const events = (await requests()).filter(({ verb }) => verb !== 'watch');
    const conflicts = events.filter(({ responseStatus }) => responseStatus?.code === 409).length;
    return { rate: objects / seconds, requests: events.length, conflicts, cpu };
  } finally {
    await watch.stop();
    await operator.stop();
    await deleteFoos(cluster);
  }
}
