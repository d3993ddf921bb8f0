import { readFileSync } from 'node:fs';
import { get, type RequestOptions } from 'node:https';
import { credentialsOf } from './credentials.js';
import type { ClusterFiles } from './files.js';

/** Milliseconds until an API server counts as one that does not answer. */
const patience = 2_000;

/** An answer of an API server. */
interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Reports whether the API server of a cluster answers, whatever it answers. A process that is suspended does not. */
export async function isAnswering(files: ClusterFiles, port: number): Promise<boolean> {
  const { authority } = credentialsOf(files);
  return (await answerTo({ port, path: '/readyz' }, { ca: authority })) !== undefined;
}

/** Asks the API server of a cluster as its administrator. Returns undefined if it does not answer. */
export function askAsAdmin(files: ClusterFiles, port: number, path: string): Promise<Answer | undefined> {
  const { authority, admin } = credentialsOf(files);
  return answerTo({ port, path }, { ca: authority, ...admin });
}

/** @param credentials the paths of the certificates and the key */
function answerTo(
  target: Pick<RequestOptions, 'port' | 'path'>,
  credentials: Readonly<Record<string, string>>,
): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    try {
      const read = Object.fromEntries(Object.entries(credentials).map(([name, path]) => [name, readFileSync(path)]));
      const options = { host: '127.0.0.1', ...target, ...read, agent: false, timeout: patience };
      const request = get(options, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
        response.once('error', () => resolve(undefined));
      });
      request.once('timeout', () => request.destroy(new Error('no answer')));
      request.once('error', () => resolve(undefined));
    } catch {
      resolve(undefined);
    }
  });
}
