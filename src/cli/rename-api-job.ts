import type { RenameApiOptions } from '../operations/options.js';
import type { Job } from './job.js';
import type { Operations } from './operations.js';
import type { RenameApiFlags } from './rename-api.js';

/** `rename api` with the flags that were given. Nothing is asked: both names have to be given. */
export function renameApiJob(flags: RenameApiFlags, operations: Operations): Job<RenameApiOptions> {
  return {
    command: 'rename api',
    writes: true,
    operation: operations.renameApi,
    options: async () => {
      const { group, kind, toKind, toPlural, toGroup, force = false } = flags;
      return {
        ...(group === undefined ? {} : { group }),
        ...(kind === undefined ? {} : { kind }),
        ...(toKind === undefined ? {} : { toKind }),
        ...(toPlural === undefined ? {} : { toPlural }),
        ...(toGroup === undefined ? {} : { toGroup }),
        force,
      };
    },
  };
}
