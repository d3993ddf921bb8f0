import { setTimeout as sleep } from 'node:timers/promises';
import type { Goal, Row } from '../table.js';
import type { Cluster } from './cluster.js';
import { deleteFoos } from './foos.js';
import { converge } from './latency.js';
import { startOperator, type Operator } from './operator-process.js';
import { createPods } from './pods.js';
import type { Program } from './programs.js';

export interface Contents {
  readonly pods: number;
  readonly foos: number;
  readonly idleMinutes: number;
}

/** Measures the resident memory with full caches, in MiB, directly after filling them and after an idle period. */
export async function memory(
  cluster: Cluster,
  programs: readonly Program[],
  { pods, foos, idleMinutes }: Contents,
): Promise<readonly Row[]> {
  await createPods(cluster, pods);
  await converge(cluster, programs.at(-1)!, foos);
  const later = `after ${idleMinutes} idle minute${idleMinutes === 1 ? '' : 's'}`;
  const rows = async (name: string, flags: readonly string[], goal: Goal): Promise<readonly Row[]> => {
    const running: (readonly [Program['name'], Operator])[] = [];
    try {
      const filled = new Map<Program['name'], number>();
      for (const program of programs) {
        const kubeconfig = await cluster.kubeconfig(program);
        const operator = await startOperator(program, ['--kubeconfig', kubeconfig, ...flags]);
        running.push([program.name, operator]);
        filled.set(program.name, operator.memory());
      }
      await sleep(idleMinutes * 60_000);
      const idle = new Map(running.map(([program, operator]) => [program, operator.memory()]));
      return [
        { name: `${name}, RSS in MiB when filled`, go: filled.get('Go'), ours: filled.get('ours')!, goal },
        { name: `  ${later}`, go: idle.get('Go'), ours: idle.get('ours')!, goal },
      ];
    } finally {
      await Promise.all(running.map(([, operator]) => operator.stop()));
    }
  };
  const both = await Promise.all([
    rows(`${pods} Pods cached`, ['--cache=v1/Pod'], { of: 'ratio', most: 0.75 }),
    rows(`${foos} Foos and ConfigMaps`, ['--reconcile', '--workers=10'], { of: 'ratio', most: 1 }),
  ]);
  await deleteFoos(cluster);
  return both.flat();
}
