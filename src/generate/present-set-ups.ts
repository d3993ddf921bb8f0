import { posix } from 'node:path';
import { listSources } from '../analyze/sources.js';
import type { Host } from '../io/host.js';
import type { Project } from '../project/project.js';
import { controllersOf, presentSetUp, webhooksOf, type SetUp } from '../project/set-ups.js';

/** The code of a project, by paths in it. */
export interface ProjectCode {
  /** Returns the text of a file; undefined if there is none. */
  readonly read: (path: string) => string | undefined;
  /** Returns all sources. */
  readonly sources: () => readonly { readonly path: string; readonly text: string }[];
}

/** Returns the sources of a project, by their paths in it. */
export function relativeSources(host: Host, root: string): ReturnType<ProjectCode['sources']> {
  return listSources(host, root).map(({ path, text }) => ({ path: posix.relative(root, path), text }));
}

/**
 * Returns a function that finds set-up functions where their user has them: under another name in their file, or, if that
 * is not there, in the only other file that exports one of that name.
 * @returns of the function, the set-up as it was scaffolded if it is nowhere
 */
export function setUpFinder(project: Project, { read, sources }: ProjectCode): (setUp: SetUp) => SetUp {
  const expected = project.resources.flatMap((each) => [...controllersOf(project, each), ...webhooksOf(project, each)]);
  const paths = new Set(expected.map(({ path }) => path));
  let others: ReturnType<ProjectCode['sources']> | undefined;
  return (setUp) => {
    const text = read(setUp.path);
    if (text !== undefined) return presentSetUp(setUp, text);
    // Kinds of several groups can have the same name.
    const lost = expected.filter((each) => each.name === setUp.name && read(each.path) === undefined);
    if (lost.length > 1) return setUp;
    others ??= sources().filter(({ path }) => !paths.has(path));
    const [found, ...rest] = others.filter((each) => exportsName(each.text, setUp.name));
    return found === undefined || rest.length > 0 ? setUp : { ...setUp, path: found.path };
  };
}

/** Reports whether code declares and exports a function of this name. */
function exportsName(text: string, name: string): boolean {
  if (!text.includes(name)) return false;
  const declarations = text.matchAll(/^export\s+(?:async\s+)?(?:function|const)\s+([\w$]+)/gm);
  const declared = Array.from(declarations, ([, each]) => each).includes(name);
  const listed = Array.from(text.matchAll(/^export\s*\{([^{}]*)\}(?!\s*from\b)/gm), ([, names]) => names!.split(','));
  return declared || listed.flat().some((each) => each.trim().split(/\s/).at(-1) === name);
}
