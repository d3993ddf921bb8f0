import { Document, isMap, isScalar, isSeq, visit, type Node, type Pair, type YAMLMap } from 'yaml';
import { mergeFile } from '../base/merge/merge-file.js';
import { removeDeployImage, setDeployImage } from './deploy-image.js';
import { projectFile } from './paths.js';
import { pluginsIn, removeIn } from './plugins.js';
import { addEntry, removeEntry, setEntry, setMap } from './project-entry.js';
import { projectIn, type ProjectFile } from './project-file.js';
import { isSame, layout, webhooksPlugin, type Certificates, type Project, type ProjectResource } from './project.js';
import { hasWebhook } from './resources.js';

/** PROJECT while a command edits it: one tree, printed once at the end. */
export interface ProjectEdit {
  readonly file: ProjectFile;
  readonly document: Document;
}

/** The text that results from an edit. */
export interface EditedText {
  readonly text: string;
  /**
   * Whether the whole file was printed again because the change does not fit the user's formatting. Otherwise
   * everything else is unchanged.
   */
  readonly reformatted: boolean;
}

/** Starts an edit. The file that was read is not modified. */
export function startEdit(file: ProjectFile): ProjectEdit {
  return { file, document: expanded(file.document) };
}

/** Returns the project after the edits so far. */
export function editedProject(edit: ProjectEdit): Project {
  return projectIn(edit.document);
}

/** Applies the edits to the text of the file, keeping comments, unknown keys and formatting. */
export function finishEdit(edit: ProjectEdit): EditedText {
  const { text, document } = edit.file;
  const [before, after] = [expanded(document), edit.document].map(printProject) as [string, string];
  const merged = mergeFile(projectFile, { existing: text, before, after }, { byIndex: true });
  return merged.kind === 'merged' ? { text: merged.content, reformatted: false } : { text: after, reformatted: true };
}

/** Adds a resource, or updates its entry. */
export function putResource(edit: ProjectEdit, resource: ProjectResource): void {
  const { document } = edit;
  const project = editedProject(edit);
  const index = project.resources.findIndex((each) => isSame(each, resource));
  const entry = index < 0 ? addEntry(document) : document.getIn(['resources', index], true);
  if (isMap(entry)) setEntry(document, entry, resource);
  setDeployImage(document, resource, project.domain);
  if (resource.webhooks === undefined) settleCertificates(project, document);
}

/** Removes the entry of a resource. */
export function removeResource(edit: ProjectEdit, resource: ProjectResource): void {
  const { document } = edit;
  const project = editedProject(edit);
  removeEntry(
    document,
    project.resources.findIndex((each) => isSame(each, resource)),
  );
  removeDeployImage(document, resource, project.domain);
  settleCertificates(project, document);
}

/** Sets the issuer of the webhook certificate. */
export function putCertificates({ document }: ProjectEdit, certificates: Certificates): void {
  setCertificates(document, certificates);
}

/** Returns the text of PROJECT for a new project. */
export function newProjectText(
  { domain, projectName }: Pick<Project, 'domain' | 'projectName'>,
  toolVersion: string,
): string {
  const keys = { cliVersion: toolVersion, domain, layout: [layout], projectName, version: '3' };
  const document = new Document<YAMLMap>(keys, { version: '1.1' });
  document.contents!.commentBefore = header;
  return printProject(document);
}

const header =
  ' The settings and APIs of this project. operator-gen updates this file and keeps keys that it does not know.';

/**
 * Returns a copy of a tree with its own values in place of aliases and merges, so that an edit changes one place. Aliases in
 * the text stay where the edit does not concern them.
 */
function expanded(file: Document): Document {
  const document = file.clone();
  visit(document, { Alias: (_, alias) => withoutAnchors(alias.resolve(document)!.clone() as Node) });
  withoutAnchors(document);
  visit(document, { Map: (_, map) => void (map.items = map.items.flatMap((pair) => mergedPairs(map, pair))) });
  return document;
}

function withoutAnchors<T extends Node | Document>(tree: T): T {
  visit(tree, { Node: (_, node) => void delete (node as { anchor?: string }).anchor });
  return tree;
}

/** Returns the pairs that a merge (`<<`) adds to a map, with those of merges in what it merges, or the pair itself if it is none. */
function mergedPairs(map: YAMLMap, pair: Pair): readonly Pair[] {
  // The package reads the key of a merge as a symbol of this name.
  if (!isScalar(pair.key) || typeof pair.key.value !== 'symbol') return [pair];
  const sources = isSeq(pair.value) ? pair.value.items : [pair.value];
  const added = new Map<string, Pair>();
  const own = (source: YAMLMap): readonly Pair[] => source.items.flatMap((each) => mergedPairs(source, each));
  for (const each of sources.flatMap((source) => (isMap(source) ? own(source) : []))) {
    const key = String(each.key);
    if (!map.has(key) && !added.has(key)) added.set(key, each.clone());
  }
  return [...added.values()];
}

function printProject(document: Document): string {
  return document.toString({ lineWidth: 0, indentSeq: false });
}

/** Removes the certificate setting once the project has no webhooks left. */
function settleCertificates(project: Project, edited: Document): void {
  const resources = edited.get('resources');
  const left = isSeq(resources) ? resources.items : [];
  if (!project.resources.some(hasWebhook) || left.some((each) => isMap(each) && each.has('webhooks'))) return;
  setCertificates(edited, 'cert-manager');
}

/** Sets the issuer of the webhook certificate; the default is omitted. */
function setCertificates(document: Document, certificates: Certificates): void {
  if (certificates === 'self-signed') setMap(document, pluginsIn(document), webhooksPlugin, { certificates });
  else removeIn(document, ['plugins', webhooksPlugin, 'certificates']);
}
