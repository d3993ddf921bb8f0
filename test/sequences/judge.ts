import { chartValuesFile, crdChartFolder } from '../../src/project/chart.js';
import { projectFile } from '../../src/project/paths.js';
import { layoutOf } from '../../src/project/layout/layout.js';
import { stateFile } from '../../src/output/plan/leftovers.js';
import { parseState } from '../../src/output/plan/state.js';
import type { Files } from '../support/memory-disk.js';
import { runLine, type Ran } from './run-line.js';
import { projectOf } from './project-of.js';
import { changes, differences, type State } from './state.js';
import { sha256 } from '../../src/base/io/sha256.js';
import { installAllFeatures } from '../../src/features.js';

installAllFeatures();

/** What any command line may answer: it was done, the project has errors, or it is not how the command is used. */
const answers = [0, 1, 2];

/** What is wrong with one run of a command line; nothing when all is well. */
export function judgeRun(before: Files, { exitCode, said, files, emptyFolders }: Ran): readonly string[] {
  const problems: string[] = [];
  if (!answers.includes(exitCode)) problems.push(`it exits with ${exitCode}: ${said}`);
  const changed = changes(before, files);
  if (exitCode !== 0 && changed.length > 0) problems.push(`it is refused, and changes ${changed.join(', ')}`);
  if (exitCode !== 0 && !/(?:^|- )error [a-z-]+: /m.test(said))
    problems.push(`it is refused without a reason: ${said}`);
  // What a user has written stays: a command does without the text that it has scaffolded.
  if (/ (?:merge-conflict|edit-by-hand): /.test(said)) problems.push(`it wants scaffolded code back: ${said}`);
  if (emptyFolders.length > 0) problems.push(`it leaves folders with nothing in them: ${emptyFolders.join(', ')}`);
  return problems;
}

/** What is wrong with a project, as far as it can be told without its dependencies. */
export async function judgeState({ files, isPlain }: State, start: Files): Promise<readonly string[]> {
  const { exitCode, said, files: after } = await runLine(files, 'check');
  const problems = exitCode === 0 ? [] : [`\`check\` exits with ${exitCode}: ${said}`];
  if (changes(files, after).length > 0) problems.push('`check` writes');
  return [...problems, ...judgeRecord(files, isPlain), ...(isPlain ? judgeLayout(files, start) : [])];
}

/** The record of what we wrote names files that are there, as they are while nobody has edited them. */
function judgeRecord(files: Files, isPlain: boolean): readonly string[] {
  return [...parseState(files.get(stateFile))].flatMap(([path, { hash, ownership }]) => {
    const text = files.get(path);
    if (text === undefined) return !isPlain ? [] : [`${stateFile} records ${path}, which is not there`];
    return isPlain && sha256(text) !== hash ? [`${stateFile} records another text of ${path} (${ownership})`] : [];
  });
}

/**
 * The project has the files that PROJECT asks for and no others, and in the words of their templates.
 * @param start what the project began as: what is not in the words of its template there, such as the versions of packages
 */
function judgeLayout(files: Files, start: Files): readonly string[] {
  const project = projectOf(files);
  const layout = new Map([...layoutOf(project)].map(([path, { content }]) => [path, content]));
  const startLayout = new Map([...layoutOf(projectOf(start))].map(([path, { content }]) => [path, content]));
  const exempt = new Set([...startLayout.keys()].filter((path) => start.get(path) !== startLayout.get(path)));
  const generated = [...parseState(files.get(stateFile))]
    .filter(([, { ownership }]) => ownership === 'generated' || ownership === 'sample')
    .map(([path]) => path);
  // It is merged, and follows from the sources as well.
  const charts = project.helm === undefined ? [] : [project.helm.chartFolder, crdChartFolder(project.helm)];
  const values = charts.filter((each) => each !== undefined).map((folder) => `${folder}/${chartValuesFile}`);
  const known = new Set([...layout.keys(), ...generated, ...values, projectFile, stateFile]);
  const pair = (from: Files, path: string): Files => new Map([[path, from.get(path)!]]);
  return [...new Set([...known, ...files.keys()])].flatMap((path) => {
    if (!files.has(path)) return [`PROJECT asks for ${path}, which is not there`];
    if (!known.has(path)) return [`PROJECT does not ask for ${path}`];
    if (!layout.has(path) || exempt.has(path) || generated.includes(path)) return [];
    return differences(pair(files, path), pair(layout, path)).map((each) => `${each} is not what PROJECT asks for`);
  });
}
