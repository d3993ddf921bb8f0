import type { VerdictUnavailable } from '../diagnostics/catalogue/helper.js';
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import { absentHelper } from './locate.js';

/** The use of the helper: a command can omit the helper's verdict, requires it because of `--exact`, or does nothing else. */
export type HelperUse = VerdictUnavailable['use'];

/**
 * Returns the note that no helper was found, and how to get one. It is an error unless the verdict can be omitted.
 * @param platform the names of Node.js for the operating system and the processor, such as `linux-x64`
 */
export function unavailableVerdict(
  env: Readonly<Record<string, string | undefined>>,
  use: HelperUse,
  platform: string = `${process.platform}-${process.arch}`,
): Diagnostic {
  const found = diagnostic('exact-verdict-unavailable', { ...absentHelper(env, platform), use });
  return use !== 'optional' ? { ...found, severity: 'error' } : found;
}
