import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { remembered } from '../../base/memory/recollection.js';
import type { CheckInput } from '../../cli/commands/check/checks.js';

/**
 * Reports a project or files of an earlier release, and unresolved conflicts. If nothing has changed since an earlier
 * run, no large modules are loaded.
 */
export async function checkRelease({
  environment,
  generated: { root },
}: Pick<CheckInput, 'environment' | 'generated'>): Promise<readonly Diagnostic[]> {
  const { host, memory } = environment;
  return remembered(memory, { name: 'older-project', folder: root }, host, async (noted) => {
    const { olderProject } = await import('./older-project.js');
    return olderProject({ ...environment, host: noted });
  });
}
