import { defineCommand } from '../../framework/command.js';
import { inspectMarkersFlags } from './flags.js';

export const inspectMarkers = defineCommand({
  name: 'inspect markers',
  summary: 'List the markers with their arguments',
  description: 'List every marker, as a decorator and as a JSDoc tag, or describe one.',
  examples: `Examples:
  $ operator-gen inspect markers
  $ operator-gen inspect markers Minimum

In scripts:
  $ operator-gen inspect markers --output json
`,
  flags: inspectMarkersFlags,
  writes: false,
  complete: async () => (await import('./complete.js')).completeInspectMarkers,
  operation: async () => (await import('./run.js')).inspectMarkers,
});
