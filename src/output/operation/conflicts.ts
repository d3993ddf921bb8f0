import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { Outcome } from './outcome.js';

/**
 * Returns a problem for every conflicting file, except those that the operation has already explained.
 * @param canForce whether the command can overwrite files with a flag
 */
export function conflictsOf(
  { plan, diagnostics }: Pick<Outcome, 'plan' | 'diagnostics'>,
  canForce: boolean,
): readonly Diagnostic[] {
  const explained = new Set(diagnostics.map(({ position }) => position?.file));
  return plan.files
    .filter(({ action, path }) => action === 'conflict' && !explained.has(path))
    .map(({ path }) => diagnostic('file-exists', { path, canForce }));
}
