import { posix } from 'node:path';
import { diagnostic } from './reporting.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { readable } from '../../project/readable.js';
import type { Host } from '../../base/io/host.js';
import type { ScaffoldState } from '../../output/plan/state.js';

/** The folder of a chart from which Helm renders all files. */
const templates = 'templates';
/** The files in it that belong to the user. */
const ownTemplates = /^templates\/(?:extra\/|NOTES\.txt$)/;
const definition = /\bdefine\s+["`]([^"`]+)["`]/g;

/** The files of a project, and the record of those that were generated. */
interface ChartFolder {
  readonly host: Pick<Host, 'kind' | 'list' | 'read'>;
  readonly root: string;
  /** Path of the chart in the project. */
  readonly folder: string;
  readonly recorded: ScaffoldState;
}

/**
 * Returns warnings about files that Helm renders with a generated chart: those that were not generated, and those of
 * the user that define a template again, of which Helm uses only one. A reviewer expects neither among generated files.
 * @param generated the texts of the generated files by their paths in the chart
 */
export function foreignChartFiles(chart: ChartFolder, generated: ReadonlyMap<string, string>): readonly Diagnostic[] {
  const { folder, recorded } = chart;
  const helpers = new Set([...generated.values()].flatMap(definedIn));
  return [...filesIn(chart, templates)].flatMap((path): readonly Diagnostic[] => {
    const file = posix.join(folder, path);
    // A recorded file that is no longer generated is deleted.
    if (generated.has(path) || recorded.get(file)?.ownership === 'generated') return [];
    const at = { file, line: 1, column: 1 };
    if (!ownTemplates.test(path)) return [diagnostic('foreign-chart-file', { path: file }, at)];
    const name = definedIn(textIn(chart, file)).find((each) => helpers.has(each));
    return name === undefined ? [] : [diagnostic('redefined-chart-template', { path: file, name }, at)];
  });
}

function definedIn(text: string): readonly string[] {
  return Array.from(text.matchAll(definition), ([, name]) => name!);
}

/** Returns the text of a file; empty for a link, and for a file that is rejected. */
function textIn({ host, root }: ChartFolder, file: string): string {
  const path = posix.join(root, file);
  return readable((each) => (host.kind(each) === 'file' ? host.read(each) : undefined), path) ?? '';
}

/** Yields the paths of the files in a folder of a chart. Links are not followed. */
function* filesIn(chart: ChartFolder, within: string): Generator<string> {
  const { host, root, folder } = chart;
  for (const name of host.list(posix.join(root, folder, within))) {
    const path = posix.join(within, name);
    if (host.kind(posix.join(root, folder, path)) === 'directory') yield* filesIn(chart, path);
    else yield path;
  }
}
