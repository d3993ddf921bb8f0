import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { Outcome } from './outcome.js';

/** A problem for every file that stands in the way, but for those that the operation explained itself. */
export function conflictsOf({ plan, diagnostics }: Pick<Outcome, 'plan' | 'diagnostics'>): readonly Diagnostic[] {
  const explained = new Set(diagnostics.map(({ position }) => position?.file));
  return plan.files
    .filter(({ action, path }) => action === 'conflict' && !explained.has(path))
    .map(({ path }) => diagnostic('file-exists', { path }));
}
