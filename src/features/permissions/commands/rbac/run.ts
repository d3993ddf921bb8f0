import { hasErrors } from '../../../../base/diagnostics/has-errors.js';
import { remembered } from '../../../../base/memory/recollection.js';
import type { Environment, Outcome } from '../../../../output/operation/outcome.js';
import type { RbacOptions } from './flags.js';

/**
 * Compares the permissions that the code of a project uses with those that it declares; with `fix`, updates the markers. If
 * nothing has changed since an earlier comparison, no large modules are loaded.
 */
export async function rbac({ fix = false }: RbacOptions, environment: Environment): Promise<Outcome> {
  if (fix) return (await import('./work.js')).fixPermissions(environment);
  const { memory, cwd, host } = environment;
  return remembered(
    memory,
    { name: 'rbac', folder: cwd },
    host,
    async (noted) => (await import('./work.js')).comparePermissions({ ...environment, host: noted }),
    // What the compiler could not finish can be possible the next time.
    { canKeep: ({ diagnostics }) => !hasErrors(diagnostics) },
  );
}
