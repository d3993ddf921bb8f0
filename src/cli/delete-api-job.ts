import type { DeleteApiOptions } from '../operations/options.js';
import type { DeleteApiFlags } from './delete-api.js';
import type { Job } from './job.js';
import type { Operations } from './operations.js';
import { usageError } from './usage-error.js';

/** `delete api` with the flags that were given. Nothing is asked: what is to go has to be named. */
export function deleteApiJob(flags: DeleteApiFlags, operations: Operations): Job<DeleteApiOptions> {
  return {
    command: 'delete api',
    writes: true,
    operation: operations.deleteApi,
    options: async () => {
      const { group = '', version, kind, force = false } = flags;
      if (version === undefined || kind === undefined) {
        const missing = { '--version': version, '--kind': kind };
        const names = Object.entries(missing).flatMap(([flag, value]) => (value === undefined ? [flag] : []));
        throw usageError('delete api', 'missing-flag', { flags: names });
      }
      return { ...(group === '' ? {} : { group }), version, kind, force };
    },
  };
}
