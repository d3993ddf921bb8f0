import { defineCommand } from '../../framework/command.js';
import { optionsOf } from '../../framework/flags.js';
import { yearOf } from '../project-flags.js';
import { editFlags, type EditOptions } from './flags.js';

export const edit = defineCommand<typeof editFlags, EditOptions>({
  name: 'edit',
  summary: 'Change the settings of the project',
  description: 'Change settings of the project, and update everything that depends on them.',
  examples: `Examples:
  $ operator-gen edit --multigroup --dry-run
  $ operator-gen edit --no-multigroup
  $ operator-gen edit --namespaced
  $ operator-gen edit --enable prometheus,network-policy
  $ operator-gen edit --disable devcontainer,workflows
  $ operator-gen edit --helm
  $ operator-gen edit --olm
  $ operator-gen edit --license apache2 --owner 'The Authors'
`,
  flags: editFlags,
  writes: true,
  // Nothing is asked, because the user must name the settings to change.
  complete: async () => async (given) => ({
    given,
    // Includes the options of flags that features add.
    options: { ...given, ...optionsOf('edit', editFlags, given), ...yearOf(given) },
  }),
  operation: async () => (await import('./run.js')).edit,
});
