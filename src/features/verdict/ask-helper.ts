import { diagnostic, DiagnosticsError, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { HelperFailed } from '../../base/helper/helper-process.js';
import { helperFailure } from '../../base/helper/failure.js';
import { unavailableVerdict } from '../../base/helper/unavailable-verdict.js';
import type { Helper } from '../../base/helper/helper.js';

/** The environment in which a helper was searched for. */
interface HelperSource {
  readonly helper?: Helper | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Returns the API server's code of a version, for a command that cannot work without it.
 * @param version an older minor version, such as `1.34`
 * @throws DiagnosticsError if there is no helper
 */
export function requiredHelper({ helper, env }: HelperSource, version?: string): Helper {
  if (helper?.identity === undefined) throw new DiagnosticsError(unavailableVerdict(env, 'required'));
  const wanted = version === undefined ? helper : helper.emulating(version);
  wanted.start();
  return wanted;
}

/** Returns the problem of a helper that could not answer. Rethrows any other error. */
export function helperProblem(error: unknown, version = ''): Diagnostic {
  if (!(error instanceof HelperFailed)) throw error;
  if (error.code === 'emulation') {
    return diagnostic('unsupported-kubernetes-version', { version, reason: error.message.split('\n', 1)[0]! });
  }
  return { ...helperFailure(error), severity: 'error' };
}

const failures: ReadonlySet<string> = new Set(['no-verdict', 'kustomization-failed']);

/** Turns objects that could not be verified into errors, for a command whose only purpose is verification. */
export function required(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.map((each) => (failures.has(each.code) ? { ...each, severity: 'error' } : each));
}
