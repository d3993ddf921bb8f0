import {
  choice,
  completed,
  list,
  matching,
  number,
  on,
  remainingWords,
  text,
  toggle,
  type OptionsOf,
} from '../../cli/framework/flags.js';

const longestTimeout = 86_400;
const mostParallel = 1000;
const labelValue = /^(?=.{1,63}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;

export const testFlags = {
  folders: completed(
    'file',
    remainingWords('Folders with test cases (default: those of kuttl-test.yaml, or test/cases)'),
  ),
  context: text('--context <name>', 'Context of the kubeconfig whose cluster the cases run in'),
  kubeconfig: completed('file', text('--kubeconfig <path>', 'Kubeconfig (default: as for kubectl)')),
  controlPlane: on('--control-plane', 'Run the cases in a control plane of their own, with the CRDs of the project'),
  operator: toggle(
    'operator',
    'Start the operator of the project in that control plane, with the permissions of its role',
    true,
  ),
  case: list('--case <names>', 'Run only these cases, separated by commas'),
  parallel: number('--parallel <number>', 'Maximum number of cases at a time (default: 8)', 1, mostParallel),
  timeout: number('--timeout <seconds>', 'Time limit of each step (default: 30)', 1, longestTimeout),
  namespace: matching(
    '--namespace <name>',
    'Namespace of all cases, instead of one for each',
    labelValue,
    'it is not a name of a namespace',
  ),
  skipDelete: on('--skip-delete', 'Keep what the cases create'),
  report: choice('--report <format>', 'Write a report', ['json', 'xml']),
  reportFile: completed('file', text('--report-file <path>', 'Path of the report (default: kuttl-report.<format>)')),
  runLabels: list('--run-labels <labels>', 'Labels such as flavor=small, which select files with a TestFile'),
};

/** Options of `test`. */
export type TestOptions = OptionsOf<typeof testFlags>;
