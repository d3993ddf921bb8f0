import { setTimeout as sleep } from 'node:timers/promises';
import type { Stored } from '@operator-gen/runtime';
import type { Row } from '../table.js';
import type { Cluster } from './cluster.js';
import { inTurns, medians } from './in-turns.js';
import { Foo } from './operator/foo.js';
import { startOperator } from './operator-process.js';
import type { Program } from './programs.js';
import { quantile } from './quantile.js';

export interface Requests {
  readonly requests: number;
  readonly rounds: number;
}

const perSecond = 200;
const warmUp = 2 * perSecond;

/** Webhooks are called only for Foos with this label, so that everything else is measured without webhooks. */
const labels = { 'bench.operator-gen.dev/webhook': 'true' };

/** Measures how long it takes to create an object with a defaulting and a validating webhook. Nothing is stored. */
export async function webhookLatency(
  cluster: Cluster,
  programs: readonly Program[],
  load: Requests,
): Promise<readonly Row[]> {
  const server = await cluster.askWebhooks(configurations);
  const flags = [`--webhook-port=${server.port}`, `--webhook-cert-path=${server.certDir}`];
  const samples = await inTurns(programs, load.rounds, (program) => measure(cluster, program, flags, load.requests));
  const name = `${perSecond} creations a second through two webhooks, ms: p50`;
  const goal = { of: 'ratio', most: 1 } as const;
  return [
    { name, ...medians(samples, ({ times }) => quantile(times, 0.5)), digits: 2 },
    { name: '  p99', ...medians(samples, ({ times }) => quantile(times, 0.99)), digits: 2, goal },
    { name: '  CPU of the operator, ms per creation', ...medians(samples, ({ cpu }) => cpu), digits: 2 },
  ];
}

interface Sample {
  /** Duration of each creation, in milliseconds. */
  readonly times: readonly number[];
  /** CPU time of the operator per creation, which is two reviews, in milliseconds. */
  readonly cpu: number;
}

/** Measures one program. Creations start at fixed times, regardless of how long the previous ones take. */
async function measure(
  cluster: Cluster,
  program: Program,
  flags: readonly string[],
  requests: number,
): Promise<Sample> {
  const operator = await startOperator(program, ['--kubeconfig', await cluster.kubeconfig(program), ...flags]);
  try {
    await untilServed(cluster);
    await creations(cluster, warmUp);
    const before = operator.cpu();
    const times = await creations(cluster, requests);
    return { times, cpu: ((operator.cpu() - before) * 1000) / requests };
  } finally {
    await operator.stop();
  }
}

async function creations(cluster: Cluster, count: number): Promise<readonly number[]> {
  const started = performance.now();
  const running: Promise<number>[] = [];
  for (let index = 0; index < count; index += 1) {
    await sleep(Math.max(0, started + (index * 1000) / perSecond - performance.now()));
    const sent = performance.now();
    running.push(create(cluster, index).then(() => performance.now() - sent));
  }
  return Promise.all(running);
}

function create({ client }: Cluster, index: number): Promise<Stored<Foo>> {
  const metadata = { name: `asked-${index}`, namespace: 'default', labels };
  return client.create(Foo, { metadata, spec: { replicas: 1, payload: 'x'.repeat(200) } }, { dryRun: true });
}

/**
 * Waits until the webhooks are served, because the server listens only a moment after the operator has reported that it
 * runs. @throws the error of a creation after ten seconds
 */
async function untilServed(cluster: Cluster): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      const { metadata } = await create(cluster, 0);
      if (metadata.labels?.['bench.operator-gen.dev/defaulted'] === 'true') return;
      throw new Error('the webhook did not fill in the label');
    } catch (error) {
      if (tries === 100) throw error;
      await sleep(100);
    }
  }
}

const configurations = (['Mutating', 'Validating'] as const).map((verb) => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: `${verb}WebhookConfiguration`,
  metadata: { name: `bench-${verb.toLowerCase()}` },
  webhooks: [
    {
      name: `${verb.toLowerCase()}.bench.operator-gen.dev`,
      clientConfig: {
        service: {
          namespace: 'default',
          name: 'webhook',
          path: `/${verb === 'Mutating' ? 'mutate' : 'validate'}-bench-operator-gen-dev-v1-foo`,
        },
      },
      rules: [
        {
          apiGroups: ['bench.operator-gen.dev'],
          apiVersions: ['v1'],
          operations: ['CREATE', 'UPDATE'],
          resources: ['foos'],
        },
      ],
      objectSelector: { matchLabels: labels },
      failurePolicy: 'Fail',
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
    },
  ],
}));
