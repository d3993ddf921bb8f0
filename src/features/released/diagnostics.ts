import { error, note } from '../../base/diagnostics/catalogue/entry.js';
import { counted } from '../../base/diagnostics/counted.js';
import { shellLine } from '../../base/diagnostics/shell-line.js';

/** Returns the command to fetch a ref. Relative refs, such as `HEAD~1`, have no name at a remote. */
function fetching(remote: string, ref: string): string {
  if (/[~^@:]/.test(ref)) return 'git fetch --unshallow';
  // A shallow clone has only one branch: other branches have no name in it.
  return `${shellLine(['git', 'fetch', '--depth=1', remote, ref])}, and compare with FETCH_HEAD`;
}

/** Problems with reading a release. */
export const releasedDiagnostics = {
  'against-not-found': error<{ readonly against: string; readonly similar: string }>(
    ({ against }) => `${JSON.stringify(against)} is neither a file, a folder nor a git ref`,
    ({ similar }) => (similar === '' ? 'check the spelling, or fetch it: git fetch' : `did you mean ${similar}?`),
  ),
  'against-shallow': error<{
    readonly against: string;
    readonly remote: string;
    /** Name of the ref at the remote. */
    readonly ref: string;
  }>(
    ({ against }) => `the git ref ${JSON.stringify(against)} is not in this clone, which is shallow`,
    ({ remote, ref }) =>
      `fetch it: ${fetching(remote, ref)}; in GitHub Actions, set fetch-depth: 0 for actions/checkout`,
  ),
  'against-without-git': error<{ readonly against: string; readonly reason: string }>(
    ({ against, reason }) => `the git ref ${JSON.stringify(against)} cannot be read: ${reason}`,
    ({ reason }) =>
      reason.includes('dubious ownership')
        ? 'if you trust the repository: git config --global --add safe.directory "$PWD", in its root'
        : 'install git and run the command in a clone, or name a folder or a file with the released definitions',
  ),
  'nothing-released': note<{
    readonly against: string;
    /** The missing parts, such as `no definition`. */
    readonly lack: string;
  }>(
    ({ against, lack }) => `${against} has ${lack}: nothing is compared`,
    () => 'this is normal if the project is new; otherwise, name a git ref, a folder or a cluster that contains it',
  ),
  'against-unreadable': error<{ readonly against: string; readonly reason: string }>(
    ({ against, reason }) => `${against} cannot be read: ${reason}`,
    () => 'name a git ref, a folder or a file whose definitions are valid YAML',
  ),
  'against-without-crds': error<{ readonly against: string; readonly files: number }>(
    ({ against, files }) =>
      `${against} has no CustomResourceDefinition of apiextensions.k8s.io/v1 in ${counted(files, 'manifest')}`,
    () => 'name the folder with the definitions, or a git ref of the project that has config/crd/bases',
  ),
  'against-cluster': error<{
    readonly cluster: string;
    readonly reason: string;
    readonly names: readonly string[];
  }>(
    ({ cluster, reason }) => `the definitions of ${cluster} cannot be read: ${reason}`,
    ({ names }) =>
      `check the context; or compare with a file: ${shellLine(['kubectl', 'get', 'customresourcedefinitions', ...names, '--output=yaml'])} > released.yaml`,
  ),
};
