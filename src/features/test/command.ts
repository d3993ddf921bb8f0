import { defineCommand } from '../../cli/framework/command.js';
import { testFlags } from './flags.js';

export const test = defineCommand({
  name: 'test',
  summary: 'Run declarative test cases in a cluster',
  description: `Run declarative test cases in the format of kuttl: each folder is a case, with numbered files that are applied, and
assert and errors files. A folder with a chainsaw-test.yaml is a test of chainsaw. Each case runs in a namespace of its own.
The commands of the cases are executed.

The cluster must be named: with --context, or KUBE_CONTEXT. --control-plane starts one instead, with
the CRDs of the project, and runs its operator as dist/main.mjs: a request that its role does not allow fails the case.`,
  examples: `Examples:
  $ operator-gen test --context kind-test
  $ operator-gen test --control-plane --case webserver
  $ operator-gen test e2e/suites --context kind-test --report xml

With --dry-run, the cases are read and listed, and nothing runs.
`,
  flags: testFlags,
  writes: false,
  operation: async () => (await import('./run.js')).test,
});
