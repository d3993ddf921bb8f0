import { warning } from '../../base/diagnostics/catalogue/entry.js';

/** Projects that were scaffolded with an earlier release. */
export const upgradeDiagnostics = {
  'project-older': warning<{ version: string; own: string; files: number | undefined }>(
    ({ version, own, files }) =>
      `the project was scaffolded with release ${version}${files === undefined ? '' : `, and ${own} changes ${files === 1 ? 'a file' : `${files} files`} of it`}`,
    () =>
      'review the changes with npx operator-gen upgrade --dry-run --diff, and apply them with npx operator-gen upgrade',
  ),
  'code-of-older-release': warning<{ path: string; release: string }>(
    ({ path, release }) => `${path} has code of an earlier release than ${release}, for example of a merged branch`,
    ({ release }) => `upgrade it with npx operator-gen upgrade; with release ${release}, the line is:`,
  ),
};
