import { startDeadline } from '../timing/deadline.js';
import type { CredentialSource } from './cluster-config.js';
import type { OpenRequest } from './open-request.js';
import { textOf } from './response.js';
import type { TransportRequest } from './transport.js';

/**
 * Request that every client may send, and that an overloaded server answers as well.
 * See https://kubernetes.io/docs/reference/using-api/health-checks/
 */
const request: TransportRequest = {
  method: 'GET',
  path: '/livez',
  // Any answer is a sign of life.
  query: { exclude: 'etcd' },
  label: 'check whether the server answers',
};

/**
 * Returns a function that reports whether the server answers in time, whatever it answers. A failure is a sign as well:
 * only silence is not.
 */
export function probeOf(open: OpenRequest, credentials: CredentialSource): (milliseconds: number) => Promise<boolean> {
  return async (milliseconds) => {
    try {
      // A plug-in can take long, which says nothing about the server.
      await credentials.get();
    } catch {
      return true;
    }
    const deadline = startDeadline(milliseconds);
    let isAnswered = false;
    try {
      const { response } = await open(request, 'probes', deadline);
      isAnswered = true;
      await textOf(response);
    } catch {
      isAnswered ||= !deadline.isOver();
    } finally {
      deadline.clear();
    }
    return isAnswered;
  };
}
