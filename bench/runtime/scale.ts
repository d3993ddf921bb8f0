import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '@operator-gen/runtime';
import { ConfigMap } from '@operator-gen/runtime/k8s/core/v1';
import type { Row } from '../table.js';
import type { Cluster } from './cluster.js';
import { inParallel } from './foos.js';
import { startOperator } from './operator-process.js';
import type { Program } from './programs.js';

interface Sample {
  readonly seconds: number;
  readonly filled: number;
  readonly later: number;
  /** Longest time that the event loop was blocked, in milliseconds; only ours says it. */
  readonly delay: number | undefined;
}

/** Measures once how long it takes until many objects are cached, and what that costs. */
export async function scale(cluster: Cluster, programs: readonly Program[], objects: number): Promise<readonly Row[]> {
  const namespace = 'default';
  await inParallel(objects, (index) =>
    cluster.client.create(ConfigMap, {
      metadata: { name: `many-${index}`, namespace, labels: { app: `app-${index % 100}` } },
      data: { replicas: '1', payload: 'x'.repeat(200) },
    }),
  );
  const samples = new Map<Program['name'], Sample>();
  for (const program of programs) samples.set(program.name, await measure(cluster, program));
  await deleteConfigMaps(cluster, namespace);
  const [go, ours] = [samples.get('Go'), samples.get('ours')!];
  const row = (name: string, key: keyof Sample): Row => ({ name, go: go?.[key], ours: ours[key]!, digits: 1 });
  return [
    row(`${objects} ConfigMaps: seconds from the start until they are cached`, 'seconds'),
    row('  RSS in MiB then', 'filled'),
    row('  RSS in MiB a minute later', 'later'),
    row('  longest delay of the event loop, ms', 'delay'),
  ];
}

/** The API server or the client ends a request after a minute, but what was deleted until then is gone. */
async function deleteConfigMaps({ client }: Cluster, namespace: string): Promise<void> {
  for (let requests = 0; requests < 60; requests += 1) {
    try {
      return await client.deleteAllOf(ConfigMap, { namespace });
    } catch (error) {
      if (error instanceof ApiError && error.code !== 504) throw error;
    }
  }
  throw new Error(`the ConfigMaps in ${namespace} are not deleted`);
}

async function measure(cluster: Cluster, program: Program): Promise<Sample> {
  const kubeconfig = await cluster.kubeconfig(program);
  const started = performance.now();
  const operator = await startOperator(program, ['--kubeconfig', kubeconfig, '--cache=v1/ConfigMap']);
  try {
    const seconds = (performance.now() - started) / 1000;
    const filled = operator.memory();
    await sleep(60_000);
    const delay = /longest delay: ([\d.]+)/.exec(operator.said())?.[1];
    return { seconds, filled, later: operator.memory(), delay: delay === undefined ? undefined : Number(delay) };
  } finally {
    await operator.stop();
  }
}
