import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { CodeUses } from '../../base/model/permission.js';
import type { Project } from '../../project/project.js';
import { controllersOf } from '../../project/set-ups.js';

/**
 * Reports controllers that the operator never runs: controllers in PROJECT that its code does not set up, and
 * controllers that PROJECT does not list.
 */
export function unusedControllers(project: Project, { idle }: CodeUses): readonly Diagnostic[] {
  if (idle.length === 0) return [];
  const names = new Set(project.resources.flatMap((each) => controllersOf(project, each).map(({ name }) => name)));
  return idle
    .map((each) => ({ ...each, isListed: names.has(each.name) }))
    .filter(({ isListed, isReplaced }) => !isListed || !isReplaced)
    .map(({ name, isListed, position }) => diagnostic('controller-unused', { name, isListed }, position));
}
