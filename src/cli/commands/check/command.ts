import { defineCommand } from '../../framework/command.js';
import { checkFlags } from './flags.js';

export const check = defineCommand({
  name: 'check',
  summary: 'Report generated files that are out of date, for CI',
  description:
    'Compare the generated files with the sources, and report what the API server would reject. Only the baseline is written.',
  examples: `Exit code 3: files are out of date. Exit code 1: the project has errors.
Problems in the baseline are counted, but not reported. Fixed ones are removed from it, unless CI=true.

Examples:
  $ operator-gen check
  $ operator-gen check --against v1.2.0
  $ operator-gen check --write-baseline
  $ operator-gen check --skip unknown-kind,pod-security-

In scripts:
  $ operator-gen check --strict --output github
  $ operator-gen check --output sarif > check.sarif
`,
  flags: checkFlags,
  writes: false,
  operation: async () => (await import('./run.js')).check,
});
