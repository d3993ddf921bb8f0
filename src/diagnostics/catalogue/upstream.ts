import { error, warning } from './entry.js';

/** Diagnostics of the API server's own code, and of the helper that runs it. */
export const upstreamDiagnostics = {
  'rejected-by-api-server': error<{ field: string; path: string; reason: string; remedy: string | undefined }>(
    ({ field, path, reason }) => `the API server rejects ${field}: ${reason} (${path})`,
    ({ remedy }) => remedy ?? 'change the definition so that the API server accepts it',
  ),
  'rejected-sample': warning<{ path: string; field: string; reason: string; isEdited: boolean }>(
    ({ path, field, reason }) => `the API server would reject ${path}: ${field === '' ? '' : `${field}: `}${reason}`,
    ({ isEdited }) =>
      isEdited
        ? 'fix the sample; it was edited by hand, so it is not regenerated'
        : 'edit the sample so that it satisfies the rules of the kind, or give the fields an @Example that does',
  ),
  'exact-verdict-unavailable': error<{ name: string; variable: string }>(
    () => "the API server's verdict is not available: the helper with its validation code is not installed",
    ({ name, variable }) =>
      `install the package ${name}, or set ${variable} to the path of the helper, or check without --exact`,
  ),
  'upstream-failed': warning<{ reason: string; variable: string }>(
    ({ reason }) => `the helper with the API server's validation code has failed: ${reason}`,
    ({ variable }) => `install operator-gen again; or set ${variable}=none to use only the rules of operator-gen`,
  ),
};
