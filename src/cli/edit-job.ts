import type { EditOptions } from '../operations/options.js';
import type { EditFlags } from './edit.js';
import type { Job } from './job.js';
import { projectSettings } from './project-flags.js';
import type { Operations } from './operations.js';

/** `edit` with the flags that were given. Nothing is asked: what is to change has to be named. */
export function editJob(flags: EditFlags, operations: Operations): Job<EditOptions> {
  return {
    command: 'edit',
    writes: true,
    operation: operations.edit,
    options: async () => ({
      ...(flags.domain === undefined ? {} : { domain: flags.domain }),
      ...(flags.projectName === undefined ? {} : { projectName: flags.projectName }),
      ...projectSettings(flags),
      force: flags.force ?? false,
    }),
  };
}
