import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { CodeUses } from '../model/permission.js';
import type { Project } from '../project/project.js';
import { controllersOf } from '../project/set-ups.js';

/** Reports the controllers of PROJECT that the operator never runs, because its own code decides which it does. */
export function unusedControllers(project: Project, { idle }: CodeUses): readonly Diagnostic[] {
  if (idle.length === 0) return [];
  const names = new Set(project.resources.flatMap((each) => controllersOf(project, each).map(({ name }) => name)));
  return idle
    .filter(({ name }) => names.has(name))
    .map(({ name, position }) => diagnostic('controller-unused', { name }, position));
}
