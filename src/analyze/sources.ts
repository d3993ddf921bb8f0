import { posix } from 'node:path';
import type { Host } from '../io/host.js';
import { walk } from '../io/walk.js';

/** A source file of the project, by its absolute path. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/**
 * The project's sources: `src/**\/*.ts` without tests and declaration files. What has the name of one and is not a regular file
 * is read all the same, so that the host refuses it: kinds must not vanish silently. Links to folders are not followed.
 */
export function listSources(host: Host, root: string): readonly Source[] {
  return [...walk(host, posix.join(root, 'src'), (name) => name === 'node_modules')]
    .filter(({ name }) => name.endsWith('.ts') && !/\.(test|spec|d)\.ts$/.test(name))
    .map(({ path }) => ({ path, text: host.read(path) ?? '' }));
}

/** The sources that have something to say. */
export interface SelectedSources {
  /** Files that may hold kinds. */
  readonly kindFiles: readonly Source[];
  /** Files that may only carry permissions and webhooks. */
  readonly otherFiles: readonly Source[];
}

const decorators = /\b(?:Rbac|Webhook(?:Configuration)?)\b/;
// And as one writes them in Go: that is told.
const tags = /@(?:rbac|webhook)|[@+]kubebuilder:/i;

/**
 * Picks the sources that are worth the compiler's time: loading it takes longer than everything else together, and parsing
 * a file that has nothing to say costs a millisecond. Where a file passes our markers on under other names, any may have.
 */
export function selectSources(sources: readonly Source[]): SelectedSources {
  const renamed = sources.some(({ text }) => passesMarkersOn(text));
  const kindFiles = sources.filter(
    ({ text }) => renamed || /\bResource\b|@resource\b/.test(text) || addsToOthers(text),
  );
  const isKindFile = new Set(kindFiles);
  // By the names of the markers: `registerWebhooks` and a flag say nothing, but whoever calls them imports all that there is.
  const otherFiles = sources.filter(
    (each) => !isKindFile.has(each) && (decorators.test(each.text) || tags.test(each.text)),
  );
  return { kindFiles, otherFiles };
}

/** Reports whether a statement exports from our package. Each statement is searched once, from its first `export` on. */
function passesMarkersOn(text: string): boolean {
  if (!text.includes('@operator-gen/runtime/api')) return false;
  return text.split(';').some((statement) => {
    const start = statement.indexOf('export');
    return start >= 0 && /from\s*['"]@operator-gen\/runtime\/api/.test(statement.slice(start));
  });
}

/** Whether a file declares types that others have without importing them: in other modules, or in all of them. */
export function addsToOthers(text: string): boolean {
  if (/\bdeclare\s+(?:global|module)\b/.test(text)) return true;
  const isModule = /^[ \t]*(?:import|export)\b/m.test(text);
  return !isModule && /\b(?:interface|type|enum|class|namespace)\s+\w/.test(text);
}
