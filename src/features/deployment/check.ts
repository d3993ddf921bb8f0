import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { remembered } from '../../base/memory/recollection.js';
import type { CheckInput } from '../../cli/commands/check/checks.js';
import type { Environment, Outcome } from '../../output/operation/outcome.js';

/**
 * Reports differences between what `config/default` deploys and what the code needs, except for patches that make a
 * build fail: kustomize rejects some patches that change nothing, and another check reports the failed build.
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

/**
 * Returns the differences between what `config/default` deploys and what the code needs. If nothing has changed since an
 * earlier run, no large modules are loaded.
 */
async function deploymentProblems(environment: Environment, generated: Outcome): Promise<readonly Diagnostic[]> {
  const { host, memory, helper } = environment;
  const { root, plan } = generated;
  const isUpToDate = plan.files.every(({ action }) => action === 'unchanged');
  return remembered(
    isUpToDate ? memory : undefined,
    { name: 'deployment', folder: root },
    host,
    async (noted) => {
      const { findDeploymentProblems } = await import('./find-deployment-problems.js');
      return findDeploymentProblems(noted, helper, generated);
    },
    // Without a helper that builds the kustomizations, less of them is known.
    { identity: helper?.identity },
  );
}
