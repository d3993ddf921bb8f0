import { error, note, warning } from '../../base/diagnostics/catalogue/entry.js';

/** A change of a CRD, for messages. */
export interface ChangeText {
  /** The kind, its version and the field: `WebServer v1, spec.replicas`. */
  readonly place: string;
  /** The change as a clause, `maximum is lower (before 10, now 5)`, and an example object if there is one. */
  readonly change: string;
  /** The file of accepted breaks. */
  readonly file: string;
}

/** Differences from a release. */
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
    () => 'check that the additional requests can pass the webhook, even while the operator is down',
  ),
  'invalid-acceptance': error<{ readonly reason: string }>(
    ({ reason }) => `the accepted break is not valid: ${reason}`,
    () => 'write crd, version, path, change and reason, and if it is temporary, expires with a date such as 2027-01-31',
  ),
  'unused-acceptance': warning<{ readonly problem: string; readonly change: string; readonly remedy: string }>(
    ({ problem, change }) => `${problem}: ${change}`,
    ({ remedy }) => remedy,
  ),
};
