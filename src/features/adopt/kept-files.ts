import { posix } from 'node:path';
import { diagnostic } from './reporting.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { DesiredFile } from '../../project/layout/desired-file.js';
import type { Layout, LayoutFile } from '../../project/layout/layout.js';
import { defined } from '../../base/model/defined.js';
import { crdFolder, kustomizationNames, roleFile, webhookFile } from '../../project/paths.js';
import type { ConfigChange } from './config/config-changes.js';
import type { AdoptOptions } from './flags.js';
import type { Rewired } from './config/rewired.js';
import type { Source } from './source.js';

/** The files of the user that are kept, or copied from another folder. */
export interface KeptFiles {
  /** Paths to which nothing is scaffolded. */
  readonly paths: ReadonlySet<string>;
  readonly files: readonly DesiredFile[];
  readonly diagnostics: readonly Diagnostic[];
}

interface Input {
  readonly layout: Layout;
  readonly config: ReadonlyMap<string, string>;
  readonly changes: readonly ConfigChange[];
  readonly options: AdoptOptions;
  /** Files of a different layout of config/. */
  readonly rewired: Pick<Rewired, 'files' | 'left' | 'replaced'>;
}

/** Files that build and describe a Go project. The user replaces them when the port is done. */
const toolFiles =
  /^(?:Makefile|Dockerfile|AGENTS\.md|README\.md|\.dockerignore|\.gitattributes|\.gitignore|\.github\/.*|\.devcontainer\/.*)$/;

/** Returns the files of the Go project that are kept. */
export function keptFiles(source: Source, input: Input): KeptFiles {
  return source.isHere ? keptHere(source, input) : copied(input);
}

function keptHere(source: Source, { layout, config, changes, rewired, options: { force } }: Input): KeptFiles {
  const present = new Set(source.paths);
  const tools = [...layout.values()].filter(
    ({ path, content }) => present.has(path) && toolFiles.test(path) && source.read(path) !== content,
  );
  const stay = force ? tools.filter(({ ownership }) => ownership === 'kept') : tools;
  const linked = linkedFiles(source, layout);
  const ignoring = [...layout.values()].filter(
    ({ path }) => isIgnoring(path) && !present.has(path) && !linked.includes(path),
  );
  return {
    paths: new Set([
      ...(force ? [] : config.keys()),
      ...otherNames(config),
      ...stay.map(({ path }) => path),
      ...linked,
      ...source.skipped.filter((path) => path.startsWith('config/')),
      ...ignoring.map(({ path }) => path),
      ...rewired.left,
    ]),
    files: [
      ...rewired.files,
      ...ignoring.map((file) => ignoreFile(source, layout, file)),
      ...(force ? [] : changes.map((each) => changedFile(each, layout, config))),
    ],
    diagnostics: [
      ...stay.map((file) => keptFile(source, file, stay)),
      ...linked.filter((path) => !path.startsWith('config/')).map(keptLink),
    ],
  };
}

/** Returns the paths of scaffolded files that are taken by links or special files, and that the new project can do without. */
function linkedFiles({ skipped }: Source, layout: Layout): readonly string[] {
  const isLinked = (path: string): boolean => skipped.some((each) => path === each || path.startsWith(`${each}/`));
  const isOptional = (path: string): boolean => toolFiles.test(path) || isIgnoring(path) || path.startsWith('config/');
  return [...layout.keys()].filter((path) => isOptional(path) && isLinked(path));
}

function keptLink(path: string): Diagnostic {
  const instead =
    'it is a link or a special file, or in a folder that is one: to replace it, remove the link before you run adopt';
  return diagnostic('go-file-kept', { path, instead }, { file: path, line: 1, column: 1 });
}

/** Returns the default paths of kustomizations that have a different file name: kustomize rejects a folder with two. */
function otherNames(config: ReadonlyMap<string, string>): readonly string[] {
  const [usual, ...others] = kustomizationNames;
  const named = [...config.keys()].filter((path) => others.includes(posix.basename(path)));
  return named.map((path) => posix.join(posix.dirname(path), usual!)).filter((path) => !config.has(path));
}

const isIgnoring = (path: string): boolean => path === '.prettierignore' || path === '.oxlintrc.json';

/** Returns an ignore file of a tool, with added patterns for the files that are not those of the new project. */
function ignoreFile(source: Source, layout: Layout, file: LayoutFile): DesiredFile {
  const isPrettier = file.path === '.prettierignore';
  const ignored = ignoredFiles(source, layout, isPrettier ? formattedFiles : checkedFiles);
  const content = isPrettier
    ? `${file.content}${ignored.map((each) => `${each}\n`).join('')}`
    : withPatterns(file.content, ignored);
  return { ...file, content, recordAs: file.content };
}

/** Returns settings with additional ignored patterns. */
function withPatterns(settings: string, ignored: readonly string[]): string {
  const key = '"ignorePatterns": [';
  const start = settings.indexOf(key);
  const end = settings.indexOf(']', start);
  if (start < 0 || end < 0) return settings;
  const known = settings.slice(start + key.length, end);
  return `${settings.slice(0, start)}${patternsText(known, ignored)}${settings.slice(end + 1)}`;
}

/** Returns a list of patterns as Prettier formats it. */
function patternsText(known: string, ignored: readonly string[]): string {
  const all = [...known.split(', '), ...ignored.map((each) => JSON.stringify(each))];
  const line = `"ignorePatterns": [${all.join(', ')}]`;
  return line.length + 2 <= 120 ? line : `"ignorePatterns": [\n    ${all.join(',\n    ')}\n  ]`;
}

/** Files that Prettier formats, and files that the linter checks. */
const formattedFiles = /\.(?:[cm]?[jt]sx?|json5?|ya?ml|md|css|html?|vue|graphql)$/i;
const checkedFiles = /\.(?:[cm]?[jt]sx?|vue|astro|svelte)$/i;

/** Returns a changed file of the user, which still counts as edited by the user. */
function changedFile(
  { path, content }: ConfigChange,
  layout: Layout,
  config: ReadonlyMap<string, string>,
): DesiredFile {
  const scaffolded = layout.get(path)?.content;
  const replaces = config.get(path);
  return scaffolded === undefined
    ? { path, content, ownership: 'scaffolded', unrecorded: true, ...defined({ replaces }) }
    : { path, content, ownership: 'scaffolded', recordAs: scaffolded, ...defined({ replaces }) };
}

/** The file that selects the files that the Dockerfile can copy. In a Go project, it excludes all others. */
const buildContext = '.dockerignore';

/** Returns the note on a file that is kept, given all files that are. */
function keptFile(source: Source, { path, content: scaffolded }: LayoutFile, stay: readonly LayoutFile[]): Diagnostic {
  const place = { file: path, line: 1, column: 1 };
  if (path !== '.gitignore') {
    const instead =
      path === 'README.md' || path === 'AGENTS.md'
        ? 'it describes the Go project: update it'
        : `it is for the Go project: to replace it, remove ${removedWith(path, stay)} before you run adopt`;
    return diagnostic('go-file-kept', { path, instead }, place);
  }
  const known = new Set((source.read(path) ?? '').split('\n').map((line) => line.trim()));
  const lines = scaffolded.split('\n').filter((line) => line !== '' && !line.startsWith('#') && !known.has(line));
  return { ...diagnostic('go-file-kept', { path, instead: 'add the lines that it lacks:' }, place), lines };
}

/** Returns the files to remove so that the new one works. */
function removedWith(path: string, stay: readonly LayoutFile[]): string {
  const isIgnored = path === 'Dockerfile' && stay.some((each) => each.path === buildContext);
  return isIgnored ? `it and ${buildContext}, which leaves out its files,` : 'it';
}

/** Returns the files that a tool would check although they do not belong to the new project. */
function ignoredFiles(source: Source, layout: Layout, isChecked: RegExp): readonly string[] {
  const folders = new Set([...layout.keys()].map((path) => path.split('/')[0]!));
  const checked = source.paths.filter((path) => isChecked.test(path));
  const isCovered = (path: string): boolean => /^(?:config|dist|vendor|node_modules)\//.test(path);
  const names = checked
    .filter((path) => !isCovered(path))
    .map((path) => {
      const [top = ''] = path.split('/');
      return path.includes('/') && !folders.has(top) ? `${top}/` : path;
    });
  const unread = source.ignored.filter((path) => !isCovered(`${path}/`)).map((path) => `${path}/`);
  const all = [
    ...names,
    ...unread.filter((path) => !names.some((each) => each.endsWith('/') && path.startsWith(each))),
  ];
  // A name with a character that is special in patterns is ignored by ignoring its folder.
  const plain = all
    .map((each) => (/^[\w./ -]+$/.test(each) ? each : `${posix.dirname(each)}/`))
    .filter((each) => each !== './');
  return [...new Set(plain)].toSorted().map((each) => `/${each}`);
}

/**
 * Copies config/ from another folder, except for generated files. A scaffolded file is recorded as such; all other
 * files belong to the user.
 */
function copied({ layout, config, changes, rewired, options: { force } }: Input): KeptFiles {
  const isGenerated = (path: string): boolean =>
    path === roleFile || path === webhookFile || posix.dirname(path) === crdFolder;
  const replaced = new Set(rewired.replaced.values());
  const isHidden = (path: string): boolean => path.split('/').some((part) => part.startsWith('.'));
  const wanted = [...config].filter(
    ([path]) => !isGenerated(path) && !replaced.has(path) && !isHidden(path) && !(force && layout.has(path)),
  );
  return {
    paths: new Set([...wanted.map(([path]) => path), ...otherNames(config), ...rewired.left]),
    files: wanted
      .map(([path, text]): DesiredFile => {
        const scaffolded = layout.get(path);
        const content = changes.find((each) => each.path === path)?.content ?? text;
        return {
          path,
          content,
          ownership: 'scaffolded',
          ...(scaffolded ? { recordAs: scaffolded.content } : { unrecorded: true }),
        };
      })
      .concat(rewired.files),
    diagnostics: [],
  };
}
