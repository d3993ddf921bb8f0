import { posix } from 'node:path';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { CheckInput } from '../../cli/commands/check/checks.js';
import { acceptancesFile } from '../../project/paths.js';

/**
 * Reports breaking changes compared with a release; without a base for the comparison, only an invalid file of accepted
 * breaks.
 */
export async function checkCompatibility({
  environment,
  options: { against },
  generated,
}: Pick<CheckInput, 'environment' | 'options' | 'generated'>): Promise<readonly Diagnostic[]> {
  if (against === undefined) {
    const text = environment.host.read(posix.join(generated.root, acceptancesFile));
    return text === undefined ? [] : (await import('./acceptance-problems.js')).acceptanceProblems(text);
  }
  environment.stage?.('Comparing with what was released');
  const { compatibilityProblems } = await import('./compatibility-problems.js');
  return compatibilityProblems(against, environment, generated);
}
