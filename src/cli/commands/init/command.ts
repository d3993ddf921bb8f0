import { defineCommand } from '../../framework/command.js';
import { initFlags } from './flags.js';

export const init = defineCommand({
  name: 'init',
  summary: 'Create a project in this folder',
  description: 'Scaffold an operator project in the current folder and install its dependencies.',
  examples: `Examples:
  $ operator-gen init
  $ operator-gen init --domain example.com --project-name webserver-operator
  $ operator-gen init --minimal

In scripts:
  $ operator-gen init --domain example.com --project-name webserver-operator --skip-install --no-input
`,
  flags: initFlags,
  startsProject: true,
  writes: true,
  complete: async () => (await import('./complete.js')).completeInit,
  operation: async () => (await import('./run.js')).initialize,
});
