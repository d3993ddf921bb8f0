import { readFileSync } from 'node:fs';
import { request, Agent, type RequestOptions } from 'node:https';
import { parse } from 'yaml';
import type { Answer } from '../../src/base/helper/protocol.js';

/** The verdict of an API server or the helper on an object, in a form in which both can be compared. */
export interface Verdict {
  /** The reasons of a rejection as `field: message`, sorted. */
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  /** The object as it is stored, if it is accepted. */
  readonly object: unknown;
}

interface Status {
  readonly kind?: string;
  readonly status?: string;
  readonly message?: string;
  readonly details?: { readonly causes?: readonly { readonly field?: string; readonly message?: string }[] };
}

/** Sends requests to an API server without using the project's own code, and returns the warnings in the response. */
export interface Server {
  readonly send: (method: string, path: string, body?: unknown) => Promise<Verdict>;
  readonly close: () => void;
}

/** Connects as the administrator of a kubeconfig. */
export function serverOf(kubeconfigPath: string): Server {
  const { clusters, users } = parse(readFileSync(kubeconfigPath, 'utf8')) as Kubeconfig;
  const { server, ...trust } = clusters[0]!.cluster;
  const { user } = users[0]!;
  const agent = new Agent({
    keepAlive: true,
    maxSockets: 4,
    ca: pem(trust['certificate-authority-data'], trust['certificate-authority']),
    cert: pem(user['client-certificate-data'], user['client-certificate']),
    key: pem(user['client-key-data'], user['client-key']),
  });
  const authorization = user.token === undefined ? {} : { authorization: `Bearer ${user.token}` };
  const headers = { 'content-type': 'application/json', ...authorization };
  return {
    send: (method, path, body) => exchange(`${server}${path}`, { method, agent, headers }, body),
    close: () => agent.destroy(),
  };
}

interface Kubeconfig {
  readonly clusters: readonly { readonly cluster: { readonly server: string } & Record<string, string> }[];
  readonly users: readonly { readonly user: Record<string, string> }[];
}

function pem(data: string | undefined, file: string | undefined): Buffer | undefined {
  if (data !== undefined) return Buffer.from(data, 'base64');
  return file === undefined ? undefined : readFileSync(file);
}

function exchange(url: string, options: RequestOptions, body: unknown): Promise<Verdict> {
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const failed = (response.statusCode ?? 500) >= 300;
        const received = parseOrText(text);
        resolve({
          errors: failed ? errorsOf(received) : [],
          warnings: (response.headersDistinct['warning'] ?? []).map(warningText),
          object: failed ? undefined : received,
        });
      });
    });
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function parseOrText(text: string): Status {
  try {
    return JSON.parse(text) as Status;
  } catch {
    return { message: text };
  }
}

/** Reads the text of `299 - "the text"`. */
function warningText(header: string): string {
  return header.replace(/^299 \S+ "(.*)"$/s, '$1').replaceAll(/\\(.)/g, '$1');
}

function errorsOf({ message = '', details }: Status): readonly string[] {
  const { causes = [] } = details ?? {};
  // Decoding errors have no causes, and the API server says in which kind they are.
  if (causes.length === 0) {
    return [`: ${message.replace(/^.*? cannot be handled as a \w+: /, '').replace(/^strict decoding error: /, '')}`];
  }
  return causes.map(({ field = '', message: reason = '' }) => `${field}: ${reason}`).toSorted();
}

/** Returns the helper's answer as a verdict. */
export function verdictOfAnswer({ errors = [], warnings = [], object }: Answer): Verdict {
  const strict = errors.filter(({ type }) => type === 'StrictDecoding').map(({ message }) => message);
  const others = errors.filter(({ type }) => type !== 'StrictDecoding');
  return {
    errors: [
      ...(strict.length === 0 ? [] : [`: ${strict.join(', ')}`]),
      ...others.map(({ field = '', message }) => `${field}: ${message}`).toSorted(),
    ],
    warnings,
    object,
  };
}

/** Fields that the API server sets, or that the helper cannot know. */
const ofServer = ['uid', 'creationTimestamp', 'resourceVersion', 'managedFields', 'selfLink'];

/** Removes what only a server allocates, so that two stored objects can be compared. */
export function withoutAllocated(object: unknown): unknown {
  if (typeof object !== 'object' || object === null) return object;
  const { metadata, ...rest } = structuredClone(object) as { metadata: Record<string, unknown> };
  for (const field of ofServer) delete metadata[field];
  return { ...rest, metadata };
}
