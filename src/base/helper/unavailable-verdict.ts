import type { VerdictUnavailable } from '../diagnostics/catalogue/helper.js';
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import { absentHelper } from './locate.js';

/** The part that the helper has: its verdict is left out without it, is required by `--exact`, or is all there is. */
export type HelperUse = VerdictUnavailable['use'];

/**
 * Returns the note that no helper was found, with the way to get one. It is an error unless the verdict can be left out.
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
