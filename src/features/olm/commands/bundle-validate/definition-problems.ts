import type { Diagnostic } from '../../../../base/diagnostics/diagnostic.js';
import { type BundleFile } from '../../bundle.js';
import { textAt } from '../../../../base/model/json-at.js';
import type { Environment } from '../../../../output/operation/outcome.js';
import { unavailableVerdict } from '../../../../base/helper/unavailable-verdict.js';
import { helperProblem } from '../../../verdict/ask-helper.js';
import { manifestsIn } from '../../../verdict/manifest.js';
import { verifySets } from '../../../verdict/verify.js';

/**
 * Returns what the API server would refuse in the CRDs of a bundle. Without the API server's code, that is reported
 * instead. Its warnings are left to `verify`, and definitions of v1beta1 to the rules about removed APIs.
 */
export async function definitionProblems(
  definitions: readonly BundleFile[],
  texts: ReadonlyMap<string, string>,
  { upstream, env }: Pick<Environment, 'upstream' | 'env'>,
): Promise<readonly Diagnostic[]> {
  const current = definitions.filter(({ value }) => textAt(value, 'apiVersion') === 'apiextensions.k8s.io/v1');
  if (current.length === 0) return [];
  if (upstream?.identity === undefined) return [unavailableVerdict(env, 'optional')];
  // OLM reads the first document of a file.
  const set = current.flatMap(({ path }) => manifestsIn(path, texts.get(path) ?? '').slice(0, 1));
  try {
    const { diagnostics } = await verifySets(upstream, [set], (file) => texts.get(file));
    return diagnostics.filter(({ code }) => code !== 'api-server-warning');
  } catch (error) {
    return [helperProblem(error)];
  }
}
