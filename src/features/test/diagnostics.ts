import { error, warning } from '../../base/diagnostics/catalogue/entry.js';

/** Problems with test cases, and cases that failed. */
export const testDiagnostics = {
  'cases-not-found': error<{ readonly folders: readonly string[]; readonly names: readonly string[] }>(
    ({ folders, names }) =>
      `${folders.join(' and ')} ${folders.length === 1 ? 'has' : 'have'} no test case${names.length === 0 ? '' : ` ${names.join(', ')}`}`,
    ({ names }) =>
      names.length === 0
        ? 'create a folder in it for each case, or name another folder'
        : 'check the names after --case',
  ),
  'cluster-not-named': error<{ readonly current: string }>(
    () => 'the test cases change a cluster, and none is named',
    ({ current }) =>
      `name its context: --context ${current === '' ? '<name>' : current}; or start a control plane: --control-plane`,
  ),
  'case-cluster': error<{ readonly cluster: string; readonly reason: string; readonly isNamed: boolean }>(
    ({ cluster, reason }) => `the test cases cannot use ${cluster}: ${reason}`,
    ({ isNamed }) =>
      isNamed
        ? 'check the context and its permissions with kubectl; or start a control plane: --control-plane'
        : 'remove the cause, and run the command again; or name the context of a cluster: --context',
  ),
  'operator-not-built': error<{ readonly file: string }>(
    ({ file }) => `the test cases need the operator, and there is no ${file}`,
    () => 'build it: npm run build; or run the cases without it: --no-operator',
  ),
  'operator-outdated': warning<{ readonly file: string; readonly source: string }>(
    ({ file, source }) => `the test cases run the operator of ${file}, which is older than ${source}`,
    () => 'build it again: npm run build',
  ),
  'operator-settings-missing': warning<{ readonly missing: readonly string[] }>(
    ({ missing }) => `the test cases run the operator without what only a cluster can have: ${missing.join(', ')}`,
    () =>
      'put their values into config/default, as a ConfigMap or a Secret for tests; or run the cases in a cluster: --context',
  ),
  'case-invalid': error<{ readonly problem: string; readonly remedy: string }>(
    ({ problem }) => problem,
    ({ remedy }) => remedy,
  ),
  'case-unsupported': error<{ readonly problem: string; readonly remedy: string }>(
    ({ problem }) => problem,
    ({ remedy }) => remedy,
  ),
  'case-ignored': warning<{ readonly problem: string; readonly remedy: string }>(
    ({ problem }) => problem,
    ({ remedy }) => remedy,
  ),
  'case-failed': error<{ readonly name: string; readonly step: string; readonly problem: string }>(
    ({ name, step, problem }) => `the case ${name} failed in step ${step}: ${problem}`,
    ({ name }) => `to look at what it leaves behind: --case ${name} --skip-delete`,
  ),
};
