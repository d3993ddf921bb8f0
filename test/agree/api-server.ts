import { ApiError } from '../../runtime/src/transport/api-error.js';
import type { Transport } from '../../runtime/src/transport/index.js';
import { defined } from '../../src/base/model/defined.js';
import type { Json } from './random-value.js';
import { strictDecoding, withoutGenerated, type Verdict } from './verdict.js';

const crdPath = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const dryRun = { dryRun: 'All', fieldValidation: 'Strict' };

/** Where the objects of a version of a CRD are, for a namespaced one in the namespace `default`. */
export function pathOf({ spec }: Json, version: string): string {
  const namespace = spec.scope === 'Namespaced' ? '/namespaces/default' : '';
  return `/apis/${spec.group}/${version}${namespace}/${spec.names.plural}`;
}

/** What an API server is asked. */
export interface ApiServer {
  readonly tryCrd: (text: string) => Promise<Verdict>;
  readonly tryObject: (path: string, text: string) => Promise<Verdict>;
  readonly tryUpdate: (path: string, text: string) => Promise<Verdict>;
  /** Creates an object, and returns it as it is stored; undefined if that is refused. */
  readonly create: (path: string, text: string) => Promise<string | undefined>;
  readonly get: (path: string) => Promise<string | undefined>;
  readonly remove: (path: string) => Promise<unknown>;
  /** Creates a CRD, and waits until a version is served; returns whether that is possible. */
  readonly install: (text: string, crd: Json, versions: readonly string[]) => Promise<boolean>;
  readonly uninstall: (crd: Json) => Promise<void>;
}

export function apiServerOf(transport: Transport): ApiServer {
  const send = (method: string, path: string, body?: string, query?: Readonly<Record<string, string>>) =>
    transport.send({
      ...{ method: method as 'POST', path, label: `${method} ${path}` },
      ...defined({ query, body, contentType: body === undefined ? undefined : ('application/json' as const) }),
    });
  const verdict = async (sent: Promise<unknown>): Promise<Verdict> => sent.then(() => ({ errors: [] }), refusalOf);
  const orNothing = async (sent: Promise<string>): Promise<string | undefined> => sent.catch(notRefused);
  return {
    tryCrd: (text) => verdict(send('POST', crdPath, text, dryRun)),
    tryObject: (path, text) => verdict(send('POST', path, text, dryRun)),
    tryUpdate: (path, text) => verdict(send('PUT', path, text, dryRun)),
    create: (path, text) => orNothing(send('POST', path, text)),
    get: (path) => orNothing(send('GET', path)),
    remove: (path) => orNothing(send('DELETE', path)),
    install: async (text, crd, versions) => {
      if ((await orNothing(send('POST', crdPath, text))) === undefined) return false;
      for (const version of versions) {
        if (!(await isServed(() => send('GET', pathOf(crd, version), undefined, { limit: '1' })))) return false;
      }
      return true;
    },
    uninstall: async ({ metadata }) => void (await send('DELETE', `${crdPath}/${metadata.name}`)),
  };
}

/** The API server serves a kind a moment after it has accepted its CRD. */
async function isServed(list: () => Promise<string>): Promise<boolean> {
  for (let left = 100; left > 0; left -= 1) {
    const answer = await list().catch(notRefused);
    if (answer !== undefined) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}

function notRefused(error: unknown): undefined {
  if (!(error instanceof ApiError)) throw error;
}

function refusalOf(error: unknown): Verdict {
  // Where its code panics, the connection breaks.
  if (error instanceof Error && error.message.includes('the connection broke')) return ofServer(error.message);
  if (!(error instanceof ApiError)) throw error;
  if (error.reason === 'Conflict') return ofServer(error.message);
  if (error.reason === 'Timeout') return { errors: [`: ${error.message}`], isUnanswered: true };
  const { causes = [] } = error.details ?? {};
  // Of long answers the transport keeps the beginning, without their causes.
  if (!causes.some(({ field }) => field) && / is invalid: /.test(error.message + (causes[0]?.message ?? ''))) {
    return ofServer(error.message);
  }
  if (causes.length > 0) {
    return {
      errors: causes.map(({ field = '', message = '' }) => `${field}: ${withoutGenerated(message)}`).toSorted(),
    };
  }
  return { errors: strictDecoding(reasonOf(error.message)) };
}

function ofServer(message: string): Verdict {
  return { errors: [`: ${message}`], isOfServer: true };
}

/** Decoding errors say in which kind they are, after the request. */
function reasonOf(message: string): string {
  return message
    .replace(/^(?:POST|PUT) \S+: /, '')
    .replace(/^.*? in version "[^"]*" cannot be handled as a \S+: /s, '');
}
