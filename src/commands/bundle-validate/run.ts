import { usageError } from '../../cli/usage-error.js';
import { counted } from '../../diagnostics/counted.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { crdKind, kindOf, type Bundle } from '../../olm/bundle.js';
import { readBundle } from '../../olm/read-bundle.js';
import { judge, optionalSuites, requiredSuites, type OptionalSuite } from '../../olm/suites.js';
import type { Environment, Outcome } from '../../plan/outcome.js';
import { projectRoot } from '../../project/project-root.js';
import { selectionOf } from '../selection.js';
import { definitionProblems } from './definition-problems.js';
import type { BundleValidateOptions } from './flags.js';

/** Reports what OLM and its catalogs would refuse in a bundle. */
export async function bundleValidate(options: BundleValidateOptions, environment: Environment): Promise<Outcome> {
  const { folder = 'bundle', select = [] } = options;
  const suites = suitesOf(select);
  const selects = await selectionOf('bundle validate', options);
  const { cwd } = environment;
  const root = projectRoot(environment.host, cwd);
  const { bundle, diagnostics, texts } = readBundle({ host: hostOf(environment), cwd, root }, folder);
  const found = [...diagnostics, ...(bundle === undefined ? [] : await problemsOf(bundle, suites, texts, environment))];
  return {
    root,
    plan: { files: [] },
    diagnostics: found.filter(({ code }) => selects(code)),
    summary: bundle === undefined ? '' : `OLM would accept ${counted(bundle.objects.length, 'object')} of ${folder}.`,
    next: [],
    result: { text: '', json: { suites: [...Object.keys(requiredSuites), 'crd', ...suites] } },
    texts,
  };
}

async function problemsOf(
  bundle: Bundle,
  suites: readonly OptionalSuite[],
  texts: ReadonlyMap<string, string>,
  environment: Environment,
): Promise<readonly Diagnostic[]> {
  const rules = [...Object.values(requiredSuites), ...suites.map((name) => optionalSuites[name])];
  const definitions = bundle.objects.filter((each) => kindOf(each) === crdKind);
  return [...judge(bundle, rules), ...(await definitionProblems(definitions, texts, environment))];
}

/** The host for files that the user named. */
function hostOf({ host, named }: Environment): Environment['host'] {
  return { ...host, ...named };
}

/**
 * Returns the selected suites.
 * @throws UsageError for a word that is no suite
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
