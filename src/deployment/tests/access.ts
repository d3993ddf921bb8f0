import { spawn, type ChildProcess } from 'node:child_process';
import { get } from 'node:https';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { vi } from 'vitest';
import { ownPackage } from '../../base/io/own-package.js';
import { run, RunError } from '../run.js';

/** The kubectl context and the image of the tests, which `npm run test:e2e` sets; empty without them. */
export const context = process.env['E2E_CONTEXT'] ?? '';
export const image = process.env['IMG'] ?? '';

/** Time limit of each step in seconds. */
export const timeout = Number(process.env['E2E_TIMEOUT'] || 180);

/** The fields of Kubernetes objects that the tests read. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid: string;
    readonly generation?: number;
    readonly labels?: Readonly<Record<string, string>>;
  };
}

/** Runs kubectl, and returns its output. A failure contains what kubectl says. */
export async function kubectl(args: readonly string[], input?: string): Promise<string> {
  try {
    // kubectl stops at its own limit first, and then reports why.
    const timeoutMs = (timeout + 20) * 1000;
    return await run('kubectl', [`--context=${context}`, ...args], {
      timeoutMs,
      ...(input === undefined ? {} : { input }),
    });
  } catch (error) {
    if (!(error instanceof RunError) || error.stderr === '') throw error;
    throw new Error(`${error.message}\n${error.stderr}`, { cause: error });
  }
}

/** Runs a command of operator-gen-cluster, and shows its output. */
export async function cluster(...args: readonly string[]): Promise<void> {
  const script = [join(ownPackage, 'bin/operator-gen-cluster.js'), ...args, `--context=${context}`];
  await run(process.execPath, script, { timeoutMs: 540_000, show: true });
}

/** Reads an object: `read<Pod>('pod', 'name', '-n', namespace)`. */
export async function read<T = KubernetesObject>(...what: readonly string[]): Promise<T> {
  return JSON.parse(await kubectl(['get', ...what, '--output=json'])) as T;
}

/** Reads the objects of a list. */
export async function list<T = KubernetesObject>(...what: readonly string[]): Promise<readonly T[]> {
  return (await read<{ readonly items: readonly T[] }>(...what)).items;
}

/** Creates an object. */
export async function create(object: object): Promise<void> {
  await kubectl(['create', '-f', '-'], JSON.stringify(object));
}

/** Repeats an action until it succeeds. At the time limit, it fails with the error of the last attempt. */
export function eventually<T>(action: () => Promise<T>, seconds = timeout): Promise<T> {
  return vi.waitFor(action, { timeout: Math.min(seconds, timeout) * 1000, interval: 1000 });
}

/**
 * Connects a port of this machine to a port of a Service during an action. `kubectl port-forward` selects a running Pod
 * as the Service does, and needs no additional Pod. Network policies and the proxy of the node are not involved.
 */
export async function forwarded<T>(
  service: { readonly name: string; readonly namespace: string; readonly port: number },
  action: (port: number) => Promise<T>,
): Promise<T> {
  const target = ['-n', service.namespace, `service/${service.name}`, `:${service.port}`];
  const child = spawn('kubectl', [`--context=${context}`, 'port-forward', ...target], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    return await action(await localPort(child));
  } finally {
    child.kill();
  }
}

/** Returns the port that kubectl reports: `Forwarding from 127.0.0.1:40123 -> 8443`. */
function localPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (why: string) => reject(new Error(`kubectl port-forward: ${why}\n${output}`));
    const timer = setTimeout(() => fail('no answer within 30 s'), 30_000);
    const onText = (text: string) => {
      output += text;
      const port = /127\.0\.0\.1:(\d+) ->/.exec(output)?.[1];
      if (port === undefined) return;
      clearTimeout(timer);
      resolve(Number(port));
    };
    child.stdout?.setEncoding('utf8').on('data', onText);
    child.stderr?.setEncoding('utf8').on('data', onText);
    child.on('error', (error) => fail(error.message));
    child.on('close', (code) => fail(`exit code ${code}`));
  });
}

/** Requests a path over HTTPS. The certificate is not verified, because it is self-signed by the operator. */
export function request(
  port: number,
  path: string,
  token?: string,
): Promise<{ readonly status: number | undefined; readonly body: string }> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    get(
      { host: '127.0.0.1', port, path, headers, rejectUnauthorized: false, timeout: 30_000, agent: false },
      (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (text: string) => (body += text));
        response.on('error', reject).on('end', () => resolve({ status: response.statusCode, body }));
      },
    ).on('error', reject);
  });
}

/** Verifies the certificate of a server with a CA bundle and a name, as the API server does before it calls a webhook. */
export function verifyCertificate(port: number, ca: string, servername: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, ca, servername, timeout: 30_000 }, () => {
      socket.destroy();
      resolve();
    });
    socket.on('error', reject);
    socket.on('timeout', () => socket.destroy(new Error('no answer within 30 s')));
  });
}
