import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../measure.js';
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
  readonly rounds: number;
}

type ByProgram = Map<Program['name'], number[]>;

/** Measures the resident memory with full caches, in MiB, when they are filled and a minute later. */
export async function memory(
  cluster: Cluster,
  programs: readonly Program[],
  { pods, foos, rounds }: Contents,
): Promise<readonly Row[]> {
  const rows = async (name: string, flags: readonly string[], goal: Goal): Promise<readonly Row[]> => {
    const filled: ByProgram = new Map(programs.map((each) => [each.name, []]));
    const later: ByProgram = new Map(programs.map((each) => [each.name, []]));
    for (let round = 0; round < rounds; round += 1) {
      const running: (readonly [Program['name'], Operator])[] = [];
      try {
        for (const program of programs) {
          const kubeconfig = await cluster.kubeconfig(program);
          const operator = await startOperator(program, ['--kubeconfig', kubeconfig, ...flags]);
          running.push([program.name, operator]);
          filled.get(program.name)!.push(operator.memory());
        }
        await sleep(60_000);
        for (const [program, operator] of running) later.get(program)!.push(operator.memory());
      } finally {
        await Promise.all(running.map(([, operator]) => operator.stop()));
      }
    }
    return [
      { name: `${name}, RSS in MiB when filled`, ...mediansOf(filled), digits: 1 },
      { name: '  a minute later', ...mediansOf(later), digits: 1, goal },
    ];
  };
  await createPods(cluster, pods);
  const ofPods = await rows(`${pods} Pods cached`, ['--cache=v1/Pod'], { of: 'ratio', most: 0.85 });
  await converge(cluster, programs.at(-1)!, foos);
  const flags = ['--reconcile', '--workers=10'];
  const ofFoos = await rows(`${foos} Foos and ConfigMaps`, flags, { of: 'ratio', most: 0.95 });
  await deleteFoos(cluster);
  return [...ofPods, ...ofFoos];
}

function mediansOf(values: ByProgram): { go: number | undefined; ours: number } {
  const of = (name: Program['name']): number | undefined => {
    const all = values.get(name);
    return all && median(all);
  };
  return { go: of('Go'), ours: of('ours') ?? Number.NaN };
}
