import { open, readFile, stat, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, createTransport, loadConfig, type Client, type Transport } from '@operator-gen/runtime';
import { startTestEnvironment, type AuditEvent, type TestEnvironment } from '@operator-gen/runtime/testing';
import type { Program } from './programs.js';
import { scaffoldedCrd } from './scaffolded.js';

/** The control plane on which both operators are measured, and the driver's own access to it. */
export interface Cluster {
  readonly client: Client;
  readonly transport: Transport;
  readonly port: number;
  /** Returns the path of the kubeconfig for a program's user; through another local port if one is given. */
  readonly kubeconfig: (program: Program, port?: number) => Promise<string>;
  /** Starts to record; the returned function returns the requests of a program since then. */
  readonly countRequests: (program: Program) => Promise<() => Promise<readonly AuditEvent[]>>;
  /**
   * Makes the API server call the webhooks in these configurations. Returns the address and the certificate to serve
   * them with.
   */
  readonly askWebhooks: (configurations: readonly object[]) => Promise<TestEnvironment['webhookServerOptions']>;
  readonly stop: () => Promise<void>;
}

/**
 * Starts the control plane.
 * @throws Error with the remedy when there is no API server to start
 */
export async function startCluster(): Promise<Cluster> {
  const groups = ['system:masters'];
  const environment = await startTestEnvironment({
    crds: [fileURLToPath(new URL('operator/crd.yaml', import.meta.url)), scaffoldedCrd],
    users: [
      { name: 'Go', groups },
      { name: 'ours', groups },
    ],
  });
  const port = Number(new URL(environment.url).port);
  const transport = createTransport(await loadConfig({ kubeconfig: environment.kubeconfigPath }), {
    parallelRequests: 16,
  });
  return {
    transport,
    client: createClient(transport, { fieldManager: 'bench' }),
    port,
    kubeconfig: async ({ name }, other = port) => {
      const path = await environment.userKubeconfig(name);
      if (other === port) return path;
      const changed = join(environment.directory, `${name}-${other}.yaml`);
      await writeFile(changed, (await readFile(path, 'utf8')).replace(`:${port}`, `:${other}`), { mode: 0o600 });
      return changed;
    },
    countRequests: async ({ name }) => {
      const { size } = await stat(environment.auditLogPath);
      return async () => {
        // The last response is logged shortly after it was sent.
        await sleep(200);
        return (await eventsFrom(environment.auditLogPath, size)).filter((event) => isRequest(event, name));
      };
    },
    askWebhooks: async (configurations) => {
      await environment.installWebhooks(...configurations);
      return environment.webhookServerOptions;
    },
    stop: async () => {
      transport.close();
      await environment.stop();
    },
  };
}

/** Reports whether an event is a request of a user. A watch is logged twice, when it starts and when it ends. */
function isRequest({ verb, stage, user }: AuditEvent, username: string): boolean {
  return user.username === username && !(verb === 'watch' && stage === 'ResponseComplete');
}

/** Reads only the new part of the log, which grows to hundreds of megabytes. */
async function eventsFrom(path: string, start: number): Promise<AuditEvent[]> {
  const file = await open(path);
  try {
    const events: AuditEvent[] = [];
    for await (const line of file.readLines({ start })) if (line !== '') events.push(JSON.parse(line) as AuditEvent);
    return events;
  } finally {
    await file.close();
  }
}

/** Returns the number of events by verb and resource: `{ 'create configmaps': 1000, 'update foos/status': 1000 }` */
export function countByVerb(events: readonly AuditEvent[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { verb, objectRef: { resource = '', subresource } = {} } of events) {
    const what = `${verb} ${resource}${subresource === undefined ? '' : `/${subresource}`}`;
    counts[what] = (counts[what] ?? 0) + 1;
  }
  return counts;
}
