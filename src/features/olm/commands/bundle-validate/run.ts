import { counted } from '../../../../base/diagnostics/counted.js';
import { optionalSuiteNames } from '../../rules/suite-names.js';
import { requiredSuites } from '../../rules/suites.js';
import type { Environment, Outcome } from '../../../../output/operation/outcome.js';
import { selectionOf } from '../../../../cli/commands/selection.js';
import type { BundleValidateOptions } from './flags.js';
import { projectBundle, validated } from './validated.js';

/** Reports what OLM and its catalogs would reject in a bundle. */
export async function bundleValidate(options: BundleValidateOptions, environment: Environment): Promise<Outcome> {
  const { folder = projectBundle(environment), select = [] } = options;
  const suites = optionalSuiteNames.filter((each) => select.includes('all') || select.includes(each));
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
