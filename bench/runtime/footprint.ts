import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measure, median, type Subject } from '../measure.js';
import { nodesToMeasure } from '../nodes.js';
import type { Row } from '../table.js';
import type { Cluster } from './cluster.js';
import { startOperator } from './operator-process.js';
import { bundleAsScaffolded, imageVariables, scaffoldedMain } from './scaffolded.js';

/** Measures the memory of the scaffolded operator as deployed by `config/`, while it is idle. */
export async function atRest(cluster: Cluster, folder: string): Promise<readonly Row[]> {
  const command = bundleAsScaffolded(scaffoldedMain, join(folder, 'scaffolded'));
  const program = { name: 'ours', command, env: imageVariables() } as const;
  const kubeconfig = ['--kubeconfig', await cluster.kubeconfig(program)];
  const plain = ['--leader-elect', '--leader-election-namespace=default', '--health-probe-bind-address=127.0.0.1:0'];
  const rows: Row[] = [];
  for (const [name, flags] of [
    ['scaffolded operator at rest, RSS in MiB', plain],
    ['  with its metrics served', [...plain, '--metrics-bind-address=127.0.0.1:0']],
  ] as const) {
    const operator = await startOperator(program, [...kubeconfig, ...flags], 'controller started');
    await sleep(2000);
    rows.push({ name, ours: operator.memory(), goal: { of: 'ours', most: 64 } });
    await operator.stop();
  }
  return rows;
}

/** Measures how long it takes to start Node.js and import the runtime, as a multiple of `node -e ''`. */
export function importTime(rounds: number): Row {
  const module = fileURLToPath(import.meta.resolve('@operator-gen/runtime'));
  const subject = (name: string, ...args: readonly string[]): Subject => ({
    name,
    file: nodesToMeasure()[0]!,
    args,
    cwd: process.cwd(),
  });
  const bare = subject('bare', '-e', '');
  const runtime = subject('runtime', module);
  const times = measure([bare, runtime], rounds);
  const ours = median(times.get(runtime)!) / median(times.get(bare)!);
  return {
    name: "import of the runtime, as a multiple of node -e ''",
    ours,
    digits: 2,
    goal: { of: 'ours', most: 1.5 },
  };
}
