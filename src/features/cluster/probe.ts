import { readFileSync } from 'node:fs';
import { get } from 'node:https';
import { credentialsOf } from './credentials.js';
import type { ClusterFiles } from './files.js';

/** Milliseconds until an API server counts as one that does not answer. */
const patience = 2_000;

/** Reports whether the API server of a cluster answers, whatever it answers. A process that is suspended does not. */
export function isAnswering(files: ClusterFiles, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      const ca = readFileSync(credentialsOf(files).authority);
      const options = { host: '127.0.0.1', port, path: '/readyz', ca, agent: false, timeout: patience };
      const request = get(options, (response) => {
        response.resume();
        resolve(true);
      });
      request.once('timeout', () => request.destroy(new Error('no answer')));
      request.once('error', () => resolve(false));
    } catch {
      resolve(false);
    }
  });
}
