import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { recollect, workOut, type Topic } from '../../memory/recollection.js';
import type { Environment } from '../../plan/outcome.js';

/**
 * Returns the permissions that the code uses and does not declare. If nothing has changed since an earlier run, no large
 * modules are loaded.
 */
export async function permissionProblemsOf(
  { host, memory }: Environment,
  root: string,
): Promise<readonly Diagnostic[]> {
  const topic: Topic = { name: 'permission-problems', folder: root };
  const known = memory && recollect<string>(memory, topic, host);
  if (known !== undefined) return JSON.parse(known) as readonly Diagnostic[];
  const { findPermissionProblems } = await import('./find-permission-problems.js');
  return workOut(
    memory,
    topic,
    host,
    (noted) => findPermissionProblems(noted, root, memory),
    (diagnostics) => JSON.stringify(diagnostics),
  );
}
