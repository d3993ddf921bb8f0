import { posix } from 'node:path';
import type { Host } from '../../base/io/host.js';
import { walk } from '../../base/io/walk.js';

/** A source file of the project, by its absolute path. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/**
 * Returns the project's sources: `src/**\/*.ts` without tests and declaration files. Anything else with the name of a
 * source, such as a link, is read too, so that the host rejects it: kinds must not disappear silently. Links to folders
 * are not followed.
 */
export function listSources(host: Host, root: string): readonly Source[] {
  return [...walk(host, posix.join(root, 'src'), (name) => name === 'node_modules')]
    .filter(({ name }) => name.endsWith('.ts') && !/\.(test|spec|d)\.ts$/.test(name))
    .map(({ path }) => ({ path, text: host.read(path) ?? '' }));
}

/** Folders whose code the operator does not run: packages, and what test runners use. */
const withoutCode = new Set(['node_modules', '__tests__', '__mocks__', '__fixtures__']);

/**
 * Returns all code of the project, in any of its languages: `src/**\/*.{ts,mts,cts,js,mjs,cjs}` without tests and
 * declaration files. Files that a compiler wrote next to their sources are omitted.
 */
export function listCode(host: Host, root: string): readonly Source[] {
  const found = [...walk(host, posix.join(root, 'src'), (name) => withoutCode.has(name))].filter(
    ({ name }) => /\.[cm]?[jt]s$/.test(name) && !/\.(?:test|spec|d)\.[cm]?[jt]s$/.test(name),
  );
  const paths = new Set(found.map(({ path }) => path));
  return found
    .filter(({ path }) => path.endsWith('ts') || !paths.has(path.replace(/js$/, 'ts')))
    .map(({ path }) => ({ path, text: host.read(path) ?? '' }));
}

/** The sources that are relevant to the generator. */
export interface SelectedSources {
  /** Files that can contain kinds. */
  readonly kindFiles: readonly Source[];
  /** Files that can only contain permissions and webhooks. */
  readonly otherFiles: readonly Source[];
}

const decorators = /\b(?:Rbac|Webhook(?:Configuration)?)\b/;
// Includes the Go syntax, which is reported.
const tags = /@(?:rbac|webhook)|[@+]kubebuilder:/i;

/**
 * Selects the sources to be compiled: loading the compiler takes longer than everything else together, and parsing an
 * irrelevant file costs a millisecond. If a file re-exports our markers under other names, every file can be relevant.
 */
export function selectSources(sources: readonly Source[]): SelectedSources {
  const renamed = sources.some(({ text }) => passesMarkersOn(text));
  const kindFiles = sources.filter(
    ({ text }) => renamed || /\bResource\b|@resource\b/.test(text) || addsToOthers(text),
  );
  const isKindFile = new Set(kindFiles);
  // Matches the names of markers only: `registerWebhooks` and a flag declare nothing, but a file that calls them
  // imports everything.
  const otherFiles = sources.filter(
    (each) => !isKindFile.has(each) && (decorators.test(each.text) || tags.test(each.text)),
  );
  return { kindFiles, otherFiles };
}

/**
 * Reports whether a statement exports from our package. Each statement is searched once, starting at its first
 * `export`.
 */
function passesMarkersOn(text: string): boolean {
  if (!text.includes('@operator-gen/runtime/api')) return false;
  return text.split(';').some((statement) => {
    const start = statement.indexOf('export');
    return start >= 0 && /from\s*['"]@operator-gen\/runtime\/api/.test(statement.slice(start));
  });
}

/** Reports whether a file declares types that other files can use without importing them: in other modules, or globally. */
export function addsToOthers(text: string): boolean {
  if (/\bdeclare\s+(?:global|module)\b/.test(text)) return true;
  const isModule = /^[ \t]*(?:import|export)\b/m.test(text);
  return !isModule && /\b(?:interface|type|enum|class|namespace)\s+\w/.test(text);
}
