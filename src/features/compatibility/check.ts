import { posix } from 'node:path';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { CheckInput } from '../../cli/commands/check/checks.js';
import { acceptancesFile } from '../../project/paths.js';

/**
 * Reports what breaks users, in comparison with what was released; without a comparison, only a file of accepted breaks
 * that is not valid.
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
