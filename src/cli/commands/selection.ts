import { completed, list, type OptionsOf } from '../framework/flags.js';
import { usageError } from '../framework/usage-error.js';
import type { Selects } from '../../base/diagnostics/select.js';

/** Returns the codes that the flags accept. */
async function codes(): Promise<readonly string[]> {
  const [{ selectors }, { allEntries }] = await Promise.all([
    import('../../base/diagnostics/select.js'),
    import('../../base/diagnostics/all-entries.js'),
  ]);
  return selectors(await allEntries());
}

/** The list of all diagnostics in the package, which is in every project that installed operator-gen. */
const catalogue = 'node_modules/operator-gen/docs/diagnostics/README.md';

/** The flags that select diagnostics. */
export const selectionFlags = {
  only: completed(
    codes,
    list('--only <codes>', 'Report only these diagnostics; pod- stands for all codes that begin with it'),
  ),
  skip: completed(codes, list('--skip <codes>', 'Do not report these diagnostics')),
};

export type SelectionOptions = Partial<OptionsOf<typeof selectionFlags>>;

/**
 * Returns the diagnostics that the flags of a command select.
 * @throws UsageError for a word that selects nothing
 */
export async function selectionOf(command: string, { only = [], skip = [] }: SelectionOptions): Promise<Selects> {
  if (only.length === 0 && skip.length === 0) return () => true;
  const [{ selection }, { isAboutRun }, accepted] = await Promise.all([
    import('../../base/diagnostics/select.js'),
    import('../../base/diagnostics/about-run.js'),
    codes(),
  ]);
  const given = [...only.map((word) => ['--only', word] as const), ...skip.map((word) => ['--skip', word] as const)];
  for (const [option, value] of given) {
    if (accepted.includes(value)) continue;
    const reason = isAboutRun(value)
      ? 'it is about the run, so it is always reported'
      : `there is no such diagnostic; all are listed in ${catalogue}`;
    throw usageError(command, 'invalid-value', { option, value, reason, choices: accepted });
  }
  return selection(only, skip);
}
