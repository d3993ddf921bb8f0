import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join, resolve, sep } from 'node:path';
import { isMap, isSeq, type Document } from 'yaml';
import { DiagnosticsError } from '../../base/diagnostics/diagnostic.js';
import { isYamlProblem, yamlDocument } from '../../base/text/yaml-documents.js';
import type { Description } from './description.js';
import type { ClusterFiles } from './files.js';
import { contextOf, entriesOf } from './kubeconfig.js';
import { refuse } from './reporting.js';

const lists = ['clusters', 'users', 'contexts'] as const;

/**
 * Returns the kubeconfig of a user: the first file in KUBECONFIG, as kubectl writes to it, or `~/.kube/config`.
 * @param clusters the folder with kubeconfigs of clusters, which are deleted with them
 */
export function userKubeconfig(env: Readonly<Record<string, string | undefined>>, clusters: string): string {
  const named = (env['KUBECONFIG'] ?? '').split(delimiter).filter((path) => path !== '');
  const [first] = named.filter((path) => !path.startsWith(`${clusters}${sep}`));
  return resolve(first ?? join(env['HOME'] || homedir(), '.kube', 'config'));
}

/** Adds the context of a cluster to a kubeconfig, or replaces it there. Everything else stays as it is, comments included. */
export function mergeInto(path: string, files: ClusterFiles, description: Description): void {
  const name = contextOf(description.name);
  const entries = entriesOf(files, description);
  change(path, (document) => {
    for (const list of lists) {
      const found = itemsOf(document, list, path);
      const index = found.items.findIndex((item) => isMap(item) && item.get('name') === name);
      const entry = document.createNode(entries[list]);
      if (index === -1) found.items.push(entry);
      else found.items[index] = entry;
    }
    if (!document.get('current-context')) document.set('current-context', name);
  });
}

/** Removes the context of a cluster from a kubeconfig. */
export function removeFrom(path: string, cluster: string): void {
  const name = contextOf(cluster);
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return;
  change(path, (document) => {
    for (const list of lists) {
      const found = itemsOf(document, list, path);
      found.items = found.items.filter((item) => !(isMap(item) && item.get('name') === name));
    }
    if (document.get('current-context') === name) document.set('current-context', '');
  });
}

function itemsOf(document: Document, list: string, file: string) {
  const found = document.get(list);
  if (isSeq(found)) {
    // An empty list in braces stays one line otherwise, however long its items are.
    if (found.items.length === 0) found.flow = false;
    return found;
  }
  if (found !== undefined && found !== null)
    return refuse('cluster-kubeconfig', { file, reason: `${list} is not a list` });
  const made = document.createNode([]);
  made.flow = false;
  document.set(list, made);
  return made;
}

const empty = 'apiVersion: v1\nkind: Config\n';

/** Changes a kubeconfig as kubectl does: under its lock, and as a whole. */
function change(path: string, edit: (document: Document) => void): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    locked(`${path}.lock`, () => {
      const { text, target, mode } = read(path);
      // A file with comments alone has no content to which something could be added.
      const isEmpty = text.split('\n').every((line) => /^\s*(?:#|$)/.test(line));
      const document = yamlDocument(isEmpty ? `${text}\n${empty}` : text);
      if (isYamlProblem(document)) return refuse('cluster-kubeconfig', { file: path, reason: document.message });
      const [problem] = document.errors;
      if (problem !== undefined) refuse('cluster-kubeconfig', { file: path, reason: problem.message.split('\n')[0]! });
      if (!isMap(document.contents)) refuse('cluster-kubeconfig', { file: path, reason: 'it is not a mapping' });
      edit(document);
      const unfinished = `${target}.${process.pid}.unfinished`;
      writeFileSync(unfinished, document.toString({ lineWidth: 0 }), { mode });
      renameSync(unfinished, target);
    });
  } catch (error) {
    if (error instanceof DiagnosticsError) throw error;
    refuse('cluster-kubeconfig', { file: path, reason: (error as Error).message });
  }
}

function read(path: string): { readonly text: string; readonly target: string; readonly mode: number } {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return { text: '', target: path, mode: 0o600 };
  // The file that a link names is replaced, and not the link.
  const target = realpathSync(path);
  if (!statSync(target).isFile()) throw new Error('it is not a regular file');
  return { text: readFileSync(target, 'utf8'), target, mode: statSync(target).mode & 0o777 };
}

/** Milliseconds to wait for another program that changes the file. */
const patience = 5_000;
const pause = 50;

/** Holds the lock of kubectl, for which it waits. */
function locked(lock: string, work: () => void): void {
  for (const start = performance.now(); !take(lock);) {
    if (performance.now() - start > patience)
      throw new Error(`another program has locked it; if there is none, delete ${lock}`);
    // The work is synchronous, and takes milliseconds.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
  }
  try {
    work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function take(lock: string): boolean {
  try {
    closeSync(openSync(lock, 'wx', 0o600));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}
