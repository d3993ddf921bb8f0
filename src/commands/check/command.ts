import { defineCommand } from '../../cli/command.js';
import { checkFlags } from './flags.js';

export const check = defineCommand({
  name: 'check',
  summary: 'say which generated files are out of date; for CI',
  description: 'Compare the generated files with what the types say, and write nothing.',
  examples: `Exit code 3 says that files are out of date, 1 that the sources have errors.

Examples:
  $ operator-gen check

In scripts:
  $ operator-gen check --strict --output github
`,
  flags: checkFlags,
  writes: false,
  operation: async () => (await import('./run.js')).check,
});
