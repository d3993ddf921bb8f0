import { usageError } from '../../cli/usage-error.js';
import { counted } from '../../diagnostics/counted.js';
import { optionalSuites, requiredSuites, type OptionalSuite } from '../../olm/suites.js';
import type { Environment, Outcome } from '../../plan/outcome.js';
import { selectionOf } from '../selection.js';
import type { BundleValidateOptions } from './flags.js';
import { validated } from './validated.js';

/** Reports what OLM and its catalogs would refuse in a bundle. */
export async function bundleValidate(options: BundleValidateOptions, environment: Environment): Promise<Outcome> {
  const { folder = 'bundle', select = [] } = options;
  const suites = suitesOf(select);
  const selects = await selectionOf('bundle validate', options);
  const { root, bundle, problems, texts } = await validated(folder, suites, environment);
  return {
    root,
    plan: { files: [] },
    diagnostics: problems.filter(({ code }) => selects(code)),
    summary: bundle === undefined ? '' : `OLM would accept ${counted(bundle.objects.length, 'object')} of ${folder}.`,
    next: [],
    result: { text: '', json: { suites: [...Object.keys(requiredSuites), 'crd', ...suites] } },
    texts,
  };
}

/**
 * Returns the selected suites.
 * @throws UsageError for a word that is not a suite
 */
function suitesOf(select: readonly string[]): readonly OptionalSuite[] {
  const known = Object.keys(optionalSuites) as OptionalSuite[];
  const unknown = select.find((each) => each !== 'all' && !(known as readonly string[]).includes(each));
  if (unknown !== undefined) {
    const reason = 'there is no such suite';
    throw usageError('bundle validate', 'invalid-value', {
      option: '--select',
      value: unknown,
      reason,
      choices: [...known, 'all'],
    });
  }
  return select.includes('all') ? known : known.filter((each) => select.includes(each));
}
