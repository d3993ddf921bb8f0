import { posix, relative, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { LineCounter } from 'yaml';
import { realpathOf } from '../../base/io/real-path.js';
import { diagnostic, refuse } from './reporting.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { confined } from '../../base/io/confined.js';
import { FileRefused } from '../../base/io/file-refused.js';
import type { Host } from '../../base/io/host.js';
import { linksOf } from '../../base/io/links-of.js';
import { slashed } from '../../base/io/slashed.js';
import { asKubernetes, isYamlProblem, yamlDocuments } from '../../base/text/yaml-documents.js';
import type { Position } from '../../base/model/position.js';
import { isObject, type JsonValue } from '../../base/model/schema.js';
import { positionAt, positionsIn } from '../../project/yaml-position.js';
import { csvKind, kindOf, type Bundle, type BundleFile } from './bundle.js';
import { listAt, objectAt, textAt } from '../../base/model/json-at.js';
import { shapeProblems } from './csv-shape.js';

/** The place where a bundle is read. */
export interface BundlePlace {
  readonly host: Host;
  /** The working directory, against which the folder is resolved. */
  readonly cwd: string;
  /** The folder that file names in diagnostics are relative to. */
  readonly root: string;
}

/** The result of reading a bundle. */
export interface ReadBundle {
  /** Absent if there is nothing to apply the rules to. */
  readonly bundle?: Bundle;
  readonly diagnostics: readonly Diagnostic[];
  /** Texts of files without secrets, by their paths relative to the root, for code frames. */
  readonly texts: ReadonlyMap<string, string>;
}

const manifests = 'manifests';
const metadata = 'metadata';

/** The state of reading a folder. */
interface Reading {
  readonly host: Host;
  readonly folder: string;
  /** Returns the name of a file in diagnostics. */
  readonly nameOf: (path: string) => string;
  readonly diagnostics: Diagnostic[];
  readonly texts: Map<string, string>;
  /** Bytes of the compressed manifests. */
  size: number;
}

/**
 * Reads a bundle from a folder. Nothing outside of the folder is read, no links are followed, and the sizes of files
 * and of their expanded content are limited.
 * @throws DiagnosticsError if there is no such folder, or it is a link in the project
 */
export function readBundle(place: BundlePlace, folder: string): ReadBundle {
  const reading = open(place, folder);
  const { host, diagnostics, texts } = reading;
  const missing = [manifests, metadata].filter((name) => host.kind(posix.join(reading.folder, name)) !== 'directory');
  if (missing.length > 0) {
    const problems = missing.map((name) => diagnostic('bundle-folder-missing', { folder, name: `${name}/` }));
    return { diagnostics: problems, texts };
  }
  const objects = readObjects(reading);
  const found = readMetadata(reading);
  if (found.annotations === undefined) diagnostics.push(diagnostic('missing-bundle-annotations', { folder }));
  const [csv, ...others] = objects.filter((each) => kindOf(each) === csvKind);
  if (csv === undefined) diagnostics.push(diagnostic('missing-csv', { folder }));
  for (const each of others) diagnostics.push(diagnostic('duplicate-csv', { first: csv!.path }, each.at('kind')));
  const misshapen = csv === undefined ? [] : shapeProblems(csv);
  diagnostics.push(...misshapen);
  if (csv === undefined || others.length > 0 || misshapen.length > 0) return { diagnostics, texts };
  return { bundle: { csv, objects, ...found, compressedSize: reading.size }, diagnostics, texts };
}

/**
 * Returns the folder with the host that is confined to it.
 * @throws DiagnosticsError if there is no such folder, or it is a link in the project
 */
function open({ host, cwd, root }: BundlePlace, folder: string): Reading {
  const path = resolve(cwd, folder);
  if (linksOf(host, root)(path) !== undefined) {
    const reason = 'is a link in the project, and project files are not read through links';
    refuse('unsupported-file', { path: folder, reason, remedy: 'name the target' });
  }
  const real = realpathOf(host, path);
  if (real === undefined || host.kind(real) !== 'directory') refuse('bundle-not-found', { folder });
  return {
    host: confined(host, { root: real, isTool: () => false, workspace: () => [] }),
    folder: real,
    nameOf: (file) => slashed(relative(root, resolve(path, posix.relative(real, file)))),
    diagnostics: [],
    texts: new Map(),
    size: 0,
  };
}

function readObjects(reading: Reading): readonly BundleFile[] {
  return namesIn(reading, manifests).flatMap((path) => {
    const problem = (reason: string, instead: string, at?: Position): readonly BundleFile[] => {
      reading.diagnostics.push(
        diagnostic('unreadable-bundle-file', { path: reading.nameOf(path), reason, instead }, at),
      );
      return [];
    };
    if (posix.basename(path).startsWith('.')) return problem('is hidden, and OLM rejects hidden files', 'remove it');
    if (reading.host.kind(path) === 'directory') {
      return problem('is a folder, and OLM reads no folders in manifests/', 'move its files up');
    }
    const text = textOf(reading, path);
    if (text === undefined) return [];
    reading.size += encodedSize(text);
    const file = parsed(reading, path, text);
    if (!('value' in file)) return problem(`is not read: ${file.reason}`, 'fix the YAML', file.at);
    if (textAt(file.value, 'kind') === '') {
      return problem('contains no object: it has no kind', 'move it out of manifests/', file.at());
    }
    return [file];
  });
}

/** Finds the files of `metadata/` by their content, because they can have any name. */
function readMetadata(reading: Reading): Pick<Bundle, 'annotations' | 'dependencies'> {
  const files = namesIn(reading, metadata)
    .filter((path) => reading.host.kind(path) !== 'directory')
    .flatMap((path) => {
      const text = textOf(reading, path);
      if (text === undefined) return [];
      const file = parsed(reading, path, text);
      if ('value' in file) return [file];
      const parameters = { path: reading.nameOf(path), reason: `is not read: ${file.reason}`, instead: 'fix the YAML' };
      reading.diagnostics.push(diagnostic('unreadable-bundle-file', parameters, file.at));
      return [];
    });
  const annotations = files.find(({ value }) => Object.keys(objectAt(value, 'annotations')).length > 0);
  const dependencies = files.find((each) => each !== annotations && listAt(each.value, 'dependencies').length > 0);
  return { ...(annotations && { annotations }), ...(dependencies && { dependencies }) };
}

function namesIn({ host, folder }: Reading, name: string): readonly string[] {
  const path = posix.join(folder, name);
  return host.list(path).map((each) => posix.join(path, each));
}

function textOf({ host, nameOf, diagnostics, texts }: Reading, path: string): string | undefined {
  try {
    const text = host.read(path);
    if (text !== undefined && !/\bkind["']?\s*:\s*["']?Secret\b/.test(text)) texts.set(nameOf(path), text);
    return text;
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    const remedy = 'a bundle consists of regular files of at most 4 MiB each';
    diagnostics.push(diagnostic('unsupported-file', { path: nameOf(path), reason: error.message, remedy }));
    return undefined;
  }
}

/** Returns the first document of a file, which is the only one that OLM reads. */
function parsed({ nameOf }: Reading, path: string, text: string): BundleFile | { reason: string; at: Position } {
  const file = nameOf(path);
  const lineCounter = new LineCounter();
  const documents = yamlDocuments(text, { ...asKubernetes, lineCounter });
  if (isYamlProblem(documents)) {
    return { reason: documents.message, at: positionIn(file, text, documents.offset) };
  }
  const document = documents.find(({ contents, errors }) => contents !== null || errors.length > 0);
  const [error] = document?.errors ?? [];
  if (error !== undefined) {
    return { reason: error.message, at: positionAt(file, lineCounter, error.pos[0]) };
  }
  const value = (document?.toJS() ?? null) as JsonValue;
  return isObject(value)
    ? { path: file, value, at: positionsIn(file, document!, lineCounter) }
    : { reason: 'it contains no mapping', at: { file, line: 1, column: 1 } };
}

function positionIn(file: string, text: string, offset: number): Position {
  const before = text.slice(0, offset).split('\n');
  return { file, line: before.length, column: before.at(-1)!.length + 1 };
}

/** Returns the size of a text in the ConfigMap in which OLM stores it. */
function encodedSize(text: string): number {
  return Math.ceil(gzipSync(text).length / 3) * 4;
}
