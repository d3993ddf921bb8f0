import type { Diagnostic } from '../../../../base/diagnostics/diagnostic.js';
import { unavailableVerdict } from '../../../../base/helper/unavailable-verdict.js';
import { textAt } from '../../../../base/model/json-at.js';
import type { Environment } from '../../../../output/operation/outcome.js';
import { projectRoot } from '../../../../project/project-root.js';
import { shownPath } from '../../shown-path.js';
import { helperProblem } from '../../../verdict/ask-helper.js';
import { manifestsIn } from '../../../verdict/manifest.js';
import { verifySets } from '../../../verdict/verify.js';
import { bundleFolder, crdKind, kindOf, type Bundle, type BundleFile } from '../../bundle.js';
import { readBundle } from '../../read-bundle.js';
import type { OptionalSuite } from '../../rules/suite-names.js';
import { judge, optionalSuites, requiredSuites } from '../../rules/suites.js';

/** A bundle with its problems. */
export interface Validated {
  /** The folder that file names are relative to. */
  readonly root: string;
  /** Absent if it cannot be read. */
  readonly bundle?: Bundle;
  readonly problems: readonly Diagnostic[];
  readonly texts: ReadonlyMap<string, string>;
}

/** Returns the folder to which `bundle` writes, relative to the working directory. */
export function projectBundle({ cwd, host }: Environment): string {
  return shownPath(cwd, projectRoot(host, cwd), bundleFolder);
}

/** Reads a bundle, and applies the required rules and those of the given suites. */
export async function validated(
  folder: string,
  suites: readonly OptionalSuite[],
  environment: Environment,
): Promise<Validated> {
  const { cwd, host, named } = environment;
  const root = projectRoot(host, cwd);
  const { bundle, diagnostics, texts } = readBundle({ host: { ...host, ...named }, cwd, root }, folder);
  if (bundle === undefined) return { root, problems: diagnostics, texts };
  const rules = [...Object.values(requiredSuites), ...suites.map((name) => optionalSuites[name])];
  const definitions = bundle.objects.filter((each) => kindOf(each) === crdKind);
  const ofDefinitions = await definitionProblems(definitions, texts, environment);
  return { root, bundle, problems: [...diagnostics, ...judge(bundle, rules), ...ofDefinitions], texts };
}

/**
 * Returns what the API server would reject in the CRDs of a bundle. If the API server's code is missing, this is
 * reported instead. `verify` reports its warnings, and the rules about removed APIs report CRDs of v1beta1.
 */
export async function definitionProblems(
  definitions: readonly BundleFile[],
  texts: ReadonlyMap<string, string>,
  { helper, env }: Pick<Environment, 'helper' | 'env'>,
): Promise<readonly Diagnostic[]> {
  const current = definitions.filter(({ value }) => textAt(value, 'apiVersion') === 'apiextensions.k8s.io/v1');
  if (current.length === 0) return [];
  if (helper?.identity === undefined) return [unavailableVerdict(env, 'optional')];
  // OLM reads the first document of a file.
  const set = current.flatMap(({ path }) => manifestsIn(path, texts.get(path) ?? '').slice(0, 1));
  try {
    const { diagnostics } = await verifySets(helper, [set], (file) => texts.get(file));
    return diagnostics.filter(({ code }) => code !== 'api-server-warning');
  } catch (error) {
    return [helperProblem(error)];
  }
}
