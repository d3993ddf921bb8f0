import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { recollect, workOut, type Topic } from '../../base/memory/recollection.js';
import type { CheckInput } from '../../cli/commands/check/checks.js';

/**
 * Reports a project that an earlier release has scaffolded, code of one, and conflicts that are not resolved. If nothing
 * has changed since an earlier run, no large modules are loaded.
 */
export async function checkRelease({
  environment,
  generated: { root },
}: Pick<CheckInput, 'environment' | 'generated'>): Promise<readonly Diagnostic[]> {
  const { host, memory } = environment;
  const topic: Topic = { name: 'older-project', folder: root };
  const known = memory && recollect<string>(memory, topic, host);
  if (known !== undefined) return JSON.parse(known) as readonly Diagnostic[];
  const { olderProject } = await import('./older-project.js');
  return workOut(
    memory,
    topic,
    host,
    (noted) => olderProject({ ...environment, host: noted }),
    (diagnostics) => JSON.stringify(diagnostics),
  );
}
