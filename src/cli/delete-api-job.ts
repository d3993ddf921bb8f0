import type { DeleteApiOptions } from '../operations/options.js';
import type { DeleteApiFlags } from './delete-api.js';
import type { Job } from './job.js';
import { kindFlags } from './kind-flags.js';
import type { Operations } from './operations.js';

/** `delete api` with the flags that were given. Nothing is asked: what is to go has to be named. */
export function deleteApiJob(flags: DeleteApiFlags, operations: Operations): Job<DeleteApiOptions> {
  return {
    command: 'delete api',
    writes: true,
    operation: operations.deleteApi,
    options: async () => ({ ...kindFlags('delete api', flags), force: flags.force ?? false }),
  };
}
