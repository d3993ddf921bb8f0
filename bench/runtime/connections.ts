import type { Row } from '../table.js';
import type { Cluster } from './cluster.js';
import { createFoos, deleteFoos, watchStatus } from './foos.js';
import { startOperator } from './operator-process.js';
import type { Program } from './programs.js';
import { startTcpProxy } from './tcp-proxy.js';

/** Counts the connections opened for a thousand requests, including watches, with ten workers. */
export async function connections(cluster: Cluster, programs: readonly Program[], objects: number): Promise<Row> {
  const counts = new Map<Program['name'], number>();
  for (const program of programs) counts.set(program.name, await measure(cluster, program, objects));
  return {
    name: 'TLS connections per 1,000 requests, with 10 workers',
    go: counts.get('Go'),
    ours: counts.get('ours')!,
    digits: 1,
    goal: { of: 'ours', most: 4 },
  };
}

async function measure(cluster: Cluster, program: Program, objects: number): Promise<number> {
  const proxy = await startTcpProxy(cluster.port);
  const kubeconfig = await cluster.kubeconfig(program, proxy.port);
  const requests = await cluster.countRequests(program);
  const operator = await startOperator(program, ['--kubeconfig', kubeconfig, '--reconcile', '--workers=10']);
  const watch = await watchStatus(cluster);
  try {
    await Promise.all([createFoos(cluster, objects), watch.converged(objects)]);
    return (proxy.connections() * 1000) / (await requests()).length;
  } finally {
    await watch.stop();
    await operator.stop();
    await proxy.stop();
    await deleteFoos(cluster);
  }
}
