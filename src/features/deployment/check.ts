import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { CheckInput } from '../../cli/commands/check/checks.js';
import { deploymentProblems } from './deployment-problems.js';

/**
 * Reports differences between what `config/default` deploys and what the code needs, without patches because of which a
 * build fails: kustomize refuses some of those that change nothing, and another check has reported the build.
 */
export async function checkDeployment({
  environment,
  generated,
  found,
}: Pick<CheckInput, 'environment' | 'generated' | 'found'>): Promise<readonly Diagnostic[]> {
  const problems = await deploymentProblems(environment, generated);
  const placeOf = ({ position }: Diagnostic): string => `${position?.file}:${position?.line}`;
  const failed = new Set(found.filter(({ code }) => code === 'kustomization-failed').map(placeOf));
  return problems.filter((each) => each.code !== 'unmatched-patch' || !failed.has(placeOf(each)));
}
