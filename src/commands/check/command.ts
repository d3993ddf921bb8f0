import { defineCommand } from '../../cli/command.js';
import { checkFlags } from './flags.js';

export const check = defineCommand({
  name: 'check',
  summary: 'Report generated files that are out of date, for CI',
  description: 'Compare the generated files with the sources without writing anything.',
  examples: `Exit code 3: files are out of date. Exit code 1: the sources have errors.

Examples:
  $ operator-gen check
  $ operator-gen check --against v1.2.0

In scripts:
  $ operator-gen check --strict --output github
`,
  flags: checkFlags,
  writes: false,
  operation: async () => (await import('./run.js')).check,
});
