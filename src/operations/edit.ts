import { diagnostic, DiagnosticsError, refuse, type Diagnostic } from '../diagnostics/diagnostic.js';
import { findProject } from '../project/find-project.js';
import { parseProject } from '../project/project-file.js';
import { withSettings } from '../project/project-settings.js';
import { apiGroupOf, type Project, type ProjectResource } from '../project/project.js';
import { keepCodeIn } from '../ts/code-cache.js';
import { changeProject, moveCode } from './change-project.js';
import { changeHeaders, changeMarkers } from './edit-code.js';
import { licenseOf } from './license.js';
import type { EditOptions } from './options.js';
import type { Environment, Outcome } from './outcome.js';

/** Changes the settings of a project, and everything in it that follows from them: files move, code and manifests change. */
export async function edit(options: EditOptions, environment: Environment): Promise<Outcome> {
  const { host, cwd, memory } = environment;
  keepCodeIn(memory);
  const found = findProject(host, cwd);
  const { root, project } = found;
  const { multigroup = project.multigroup, namespaced = project.namespaced, force } = options;
  const license = licenseOf(environment, options, project.license);
  const settings = { multigroup, namespaced, ...(license === undefined ? {} : { license }) };
  if ([options.multigroup, options.namespaced, license].every((each) => each === undefined))
    refuse('nothing-to-edit', {});
  const problems = groupProblems(project, { ...project, multigroup });
  if (problems.length > 0) throw new DiagnosticsError(...problems);
  const text = withSettings(found, settings);
  const after = parseProject(text).project;
  const change = [project, after] as const;
  const made = await changeProject(host, found, {
    text,
    force,
    changeCode: (at, folder, code) => {
      const moved = moveCode(at, folder, code);
      const marked = changeMarkers(at, folder, code, moved, change);
      return changeHeaders(at, folder, code, marked, change);
    },
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
