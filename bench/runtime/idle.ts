import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditEvent } from '@operator-gen/runtime/testing';
import type { Row } from '../table.js';
import { countByVerb, type Cluster } from './cluster.js';
import { startOperator } from './operator-process.js';
import type { Program } from './programs.js';

const tenKinds = [
  ...['v1/Pod', 'v1/ConfigMap', 'v1/Secret', 'v1/Service', 'v1/Namespace', 'v1/Endpoints'],
  ...['apps/v1/Deployment', 'apps/v1/ReplicaSet', 'apps/v1/StatefulSet', 'batch/v1/Job'],
];

export interface Idle {
  readonly rows: readonly Row[];
  /** The requests of each program, by verb. */
  readonly requests: readonly string[];
}

/** Measures the requests of an idle operator to the API server: ten kinds watched, a lease held. */
export async function idle(cluster: Cluster, programs: readonly Program[], minutes: number): Promise<Idle> {
  const measure = async (program: Program): Promise<readonly [Program['name'], readonly AuditEvent[]]> => {
    const flags = [
      '--kubeconfig',
      await cluster.kubeconfig(program),
      `--cache=${tenKinds.join(',')}`,
      '--leader-elect',
    ];
    const operator = await startOperator(program, flags);
    try {
      // Requests of the start-up are finished.
      await sleep(5000);
      const requests = await cluster.countRequests(program);
      await sleep(minutes * 60_000);
      return [program.name, await requests()];
    } finally {
      await operator.stop();
    }
  };
  const events = new Map(await Promise.all(programs.map(measure)));
  const count = (which: (event: AuditEvent) => boolean) => ({
    go: events.get('Go')?.filter(which).length,
    ours: events.get('ours')!.filter(which).length,
  });
  const isOrdinary = (event: AuditEvent): boolean => isLease(event) || event.verb === 'watch';
  return {
    rows: [
      {
        name: `${minutes} idle minutes, ten kinds watched: watches opened again`,
        ...count(({ verb }) => verb === 'watch'),
        goal: { of: 'ours', most: 0 },
      },
      { name: '  requests for the lease', ...count(isLease), goal: { of: 'ratio', most: 1 } },
      { name: '  other requests', ...count((event) => !isOrdinary(event)), goal: { of: 'ours', most: 0 } },
    ],
    requests: [...events].map(([name, of]) => `${name}: ${JSON.stringify(countByVerb(of))}`),
  };
}

function isLease({ objectRef }: AuditEvent): boolean {
  return objectRef?.resource === 'leases';
}
