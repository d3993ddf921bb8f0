import { randomUUID } from 'node:crypto';
import { connect, createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, vi } from 'vitest';
import type { SelfSignedOptions } from '../../runtime/src/certificates/options.js';
import type { Client } from '../../runtime/src/client/client.js';
import type { ClusterConfig } from '../../runtime/src/transport/cluster-config.js';
import { ValidatingWebhookConfiguration } from '../../runtime/src/k8s/admissionregistration/v1.js';
import { ConfigMap, Namespace, Secret, Service } from '../../runtime/src/k8s/core/v1.js';
import { createManager } from '../../runtime/src/manager/create-manager.js';
import type { Manager } from '../../runtime/src/manager/manager.js';
import type { ManagerOptions } from '../../runtime/src/manager/options.js';
import { admissionHandler } from '../../runtime/src/webhook/admission-handler.js';
import { allowed } from '../../runtime/src/webhook/response.js';
import { logInto } from './logs.js';

export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 20_000, interval: 20 });

/** Balances the load between the Pods of a Service: each connection is passed to the next port. */
async function balance(ports: readonly number[]): Promise<number> {
  let next = 0;
  const server = createServer((socket) => {
    const port = ports[(next += 1) % ports.length];
    if (port === undefined) return void socket.destroy();
    const onward = connect(port, '127.0.0.1');
    socket.pipe(onward).pipe(socket);
    socket.on('error', () => onward.destroy()).on('close', () => onward.destroy());
    onward.on('error', () => socket.destroy()).on('close', () => socket.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/**
 * A namespace with a Service, and a webhook configuration with the same name, with a webhook for the ConfigMaps of the
 * namespace.
 */
export interface Place {
  readonly namespace: string;
  /** The ports of the copies of the operator that are ready. */
  readonly ports: number[];
  /** The port of the Service. */
  readonly port: number;
  readonly manifest: ValidatingWebhookConfiguration;
}

const common = { sideEffects: 'None', admissionReviewVersions: ['v1'], timeoutSeconds: 5 };

export async function deploy(client: Client): Promise<Place> {
  const namespace = `certs-${randomUUID().slice(0, 8)}`;
  const ports: number[] = [];
  const port = await balance(ports);
  await client.create(Namespace, { metadata: { name: namespace } });
  // The API server takes the name for the address: there is no network of Services.
  const spec = { type: 'ExternalName', externalName: 'localhost' };
  await client.create(Service, { metadata: { name: 'webhooks', namespace }, spec });
  const rule = { apiVersions: ['v1'], operations: ['CREATE'] };
  const manifest: ValidatingWebhookConfiguration = {
    metadata: { name: namespace, labels: { app: 'mine' } },
    webhooks: [
      {
        ...common,
        name: 'mine.example.com',
        clientConfig: { service: { name: 'webhooks', namespace, port, path: '/validate' } },
        namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
        rules: [{ ...rule, apiGroups: [''], resources: ['configmaps'] }],
      },
      {
        ...common,
        name: 'other.example.com',
        clientConfig: { service: { name: 'other', namespace, path: '/validate' } },
        rules: [{ ...rule, apiGroups: ['none.example.com'], resources: ['none'] }],
      },
    ],
  };
  await client.create(ValidatingWebhookConfiguration, manifest);
  onTestFinished(() => client.delete(ValidatingWebhookConfiguration, { name: namespace }).catch(() => undefined));
  return { namespace, ports, port, manifest };
}

/** A copy of an operator. */
export interface Replica {
  readonly manager: Manager;
  /** The lines that it logged. */
  readonly lines: readonly Record<string, unknown>[];
  /** Returns how often its webhook was called. */
  readonly asked: () => number;
  readonly ended: Promise<void>;
  readonly readyz: () => Promise<{ readonly code: number; readonly text: string }>;
  /** Waits until it is ready, and adds it to the Service. */
  readonly ready: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface ReplicaOptions {
  readonly config: ClusterConfig;
  readonly selfSigned?: Partial<SelfSignedOptions>;
  readonly manager?: ManagerOptions;
  readonly setup?: (manager: Manager) => unknown;
}

/** Starts a copy of an operator, which runs until the end of the test. */
export async function startReplica(
  { namespace, ports }: Place,
  { config, selfSigned, manager: options = {}, setup }: ReplicaOptions,
): Promise<Replica> {
  const lines: Record<string, unknown>[] = [];
  let asked = 0;
  const manager = await createManager({
    config,
    healthProbeBindAddress: '127.0.0.1:0',
    log: logInto(lines),
    ...options,
    webhook: { port: 0, selfSigned: { service: 'webhooks', namespace, ...selfSigned }, ...options.webhook },
  });
  const handler = admissionHandler(() => {
    asked += 1;
    return allowed();
  });
  manager.webhookServer.register('/validate', handler);
  await setup?.(manager);
  const end = new AbortController();
  const ended = manager.start(end.signal);
  ended.catch(() => undefined);
  let port: number | undefined;
  const stop = async (): Promise<void> => {
    if (port !== undefined && ports.includes(port)) ports.splice(ports.indexOf(port), 1);
    end.abort();
    await ended.catch(() => undefined);
  };
  onTestFinished(stop);
  const readyz = async () => {
    const url = `http://127.0.0.1:${manager.ports.probes}/readyz`;
    const answer = await fetch(url);
    const { status: code } = answer;
    // Reasons are in the answers of single checks.
    return { code, text: await (code === 200 ? answer : await fetch(`${url}/webhook-certificate`)).text() };
  };
  const ready = async (): Promise<void> => {
    await eventually(async () => expect(await readyz()).toEqual({ code: 200, text: 'ok' }));
    port = manager.webhookServer.port!;
    ports.push(port);
  };
  return { manager, lines, asked: () => asked, ended, readyz, ready, stop };
}

/** Makes a write for which the webhook of a place is called. */
export const write = (client: Client, { namespace }: Place) =>
  client.create(ConfigMap, { metadata: { generateName: 'asked-', namespace } }, { dryRun: true });

export const secretOf = (client: Client, { namespace }: Place) =>
  client.get(Secret, { name: 'webhooks-cert', namespace });

/** Returns a field of a Secret's data as text. */
export const textOf = (secret: Secret, name: string): string => Buffer.from(secret.data![name]!, 'base64').toString();

/** Returns the certificates that the API server trusts for the webhook of a place, each in PEM format. */
export async function trusted(client: Client, { namespace }: Place): Promise<readonly string[]> {
  const { webhooks } = await client.get(ValidatingWebhookConfiguration, { name: namespace });
  const text = Buffer.from(webhooks![0]!.clientConfig.caBundle ?? '', 'base64').toString();
  return text.match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----\n/g) ?? [];
}
