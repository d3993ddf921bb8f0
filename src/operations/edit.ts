import { diagnostic, DiagnosticsError, refuse, type Diagnostic } from '../diagnostics/diagnostic.js';
import { findProject } from '../project/find-project.js';
import { parseProject } from '../project/project-file.js';
import { withSettings } from '../project/project-settings.js';
import { apiGroupOf, type Project, type ProjectResource } from '../project/project.js';
import { keepCodeIn } from '../ts/code-cache.js';
import { changeProject, moveCode } from './change-project.js';
import { changeMarkers } from './edit-code.js';
import type { EditOptions } from './options.js';
import type { Environment, Outcome } from './outcome.js';

/** Changes the settings of a project, and everything in it that follows from them: files move, code and manifests change. */
export async function edit({ force, ...settings }: EditOptions, { host, cwd, memory }: Environment): Promise<Outcome> {
  keepCodeIn(memory);
  const found = findProject(host, cwd);
  const { root, project } = found;
  if (Object.keys(settings).length === 0) refuse('nothing-to-edit', {});
  const problems = groupProblems(project, { ...project, ...settings });
  if (problems.length > 0) throw new DiagnosticsError(...problems);
  const text = withSettings(found, settings);
  const after = parseProject(text).project;
  const made = await changeProject(host, found, {
    text,
    force,
    changeCode: (at, folder, change) =>
      changeMarkers(at, folder, change.moves, moveCode(at, folder, change), [project, after]),
  });
  return {
    root,
    ...made,
    summary: text === found.text ? 'The project is so already.' : `Changed the project ${project.projectName}.`,
    next: [],
  };
}

/** What cannot stand in folders that all groups share. */
function groupProblems(before: Project, after: Project): readonly Diagnostic[] {
  if (after.multigroup || !before.multigroup) return [];
  const groups = [...new Set(after.resources.filter(isOwn).map(apiGroupOf))];
  return groups.length > 1 ? [diagnostic('groups-need-folders', { groups })] : [];
}

function isOwn({ origin }: ProjectResource): boolean {
  return origin === undefined;
}
