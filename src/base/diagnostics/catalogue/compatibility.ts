import { counted } from '../counted.js';
import { shellLine } from '../shell-line.js';
import { error, note, warning } from './entry.js';

/** A change of a definition, in words. */
export interface ChangeText {
  /** The kind, its version and the field: `WebServer v1, spec.replicas`. */
  readonly place: string;
  /** The change as a clause, `maximum is lower (before 10, now 5)`, and an object that shows it if there is one. */
  readonly change: string;
  /** The file of accepted breaks. */
  readonly file: string;
}

/** Returns how a ref is fetched. Those relative to another one, such as `HEAD~1`, have no name at a remote. */
function fetching(remote: string, ref: string): string {
  if (/[~^@:]/.test(ref)) return 'git fetch --unshallow';
  // A shallow clone has only one branch: no other one gets a name in it.
  return `${shellLine(['git', 'fetch', '--depth=1', remote, ref])}, and compare with FETCH_HEAD`;
}

/** Differences from what was released, and problems with reading that. */
export const compatibilityDiagnostics = {
  'breaks-writers': error<ChangeText & { readonly isRatcheted: boolean }>(
    ({ place, change, isRatcheted }) =>
      `${place}: ${change}; requests that worked before are rejected or have another result${
        isRatcheted ? ', but stored objects can be updated while the field stays the same' : ''
      }`,
    ({ file }) => `add a version with a conversion instead; or accept the break: add this line to ${file}`,
  ),
  'breaks-readers': error<ChangeText>(
    ({ place, change }) => `${place}: ${change}; clients that read objects can fail`,
    ({ file }) => `add a version with a conversion instead; or accept the break: add this line to ${file}`,
  ),
  'breaks-stored-objects': error<ChangeText>(
    ({ place, change }) => `${place}: ${change}; stored objects can no longer be updated, or lose data`,
    ({ file }) => `add a version with a conversion instead; or accept the break: add this line to ${file}`,
  ),
  'breaks-clients': error<ChangeText>(
    ({ place, change }) => `${place}: ${change}; requests of clients that use it fail`,
    ({ file }) => `keep it, and deprecate its version first; or accept the break: add this line to ${file}`,
  ),
  'object-rejected': error<{
    readonly place: string;
    readonly reason: string;
    readonly example: string;
    readonly file: string;
  }>(
    ({ place, reason, example }) => `${place}: an object that was accepted before is rejected: ${reason}: ${example}`,
    ({ file }) => `add a version with a conversion instead; or accept the break: add this line to ${file}`,
  ),
  'new-permission': note<{ readonly role: string; readonly permission: string }>(
    ({ role, permission }) => `${role} has a new permission: ${permission}`,
    () => 'check that the operator needs it; everyone who updates the operator grants it',
  ),
  'stricter-webhook': warning<{ readonly webhook: string; readonly change: string }>(
    ({ webhook, change }) => `the webhook ${webhook} is stricter: ${change}`,
    () => 'check that requests that were not sent to the webhook before can pass it, also while the operator is down',
  ),
  'invalid-acceptance': error<{ readonly reason: string }>(
    ({ reason }) => `the accepted break is not valid: ${reason}`,
    () => 'write crd, version, path, change and reason, and if it is temporary, expires with a date such as 2027-01-31',
  ),
  'unused-acceptance': warning<{ readonly problem: string; readonly change: string; readonly remedy: string }>(
    ({ problem, change }) => `${problem}: ${change}`,
    ({ remedy }) => remedy,
  ),
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
