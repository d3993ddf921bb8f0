import { usageDiagnostics } from './catalogue/cli.js';

const others: readonly string[] = [
  'interrupted',
  'end-of-input',
  'input-too-large',
  'program-failed',
  'file-system-error',
  'output-failed',
  'no-current-folder',
  'unsupported-folder',
  'timed-out',
  'internal-error',
  'project-not-found',
  'manifest-not-found',
  'no-objects',
  'exact-verdict-unavailable',
  'output-not-generated',
  'upstream-failed',
  'against-not-found',
  'against-shallow',
  'against-without-git',
  'against-unreadable',
  'against-without-crds',
  'against-cluster',
  'nothing-released',
  'invalid-acceptance',
  'no-verdict',
];

/** Codes of a helper with the API server's code that could not answer. */
const helperFailures: ReadonlySet<string> = new Set(['upstream-failed', 'timed-out']);

/** Reports whether a diagnostic says that the helper with the API server's code could not answer. */
export function isHelperFailure({ code }: { readonly code: string }): boolean {
  return helperFailures.has(code);
}

const codes: ReadonlySet<string> = new Set([...Object.keys(usageDiagnostics), ...others]);

/**
 * Reports whether a code is about the run instead of the project: something could not be checked. Such a diagnostic is
 * always reported, because without it the absence of others would mean nothing.
 */
export function isAboutRun(code: string): boolean {
  return codes.has(code);
}
