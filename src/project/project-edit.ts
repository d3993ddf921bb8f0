import { Document, isMap, isSeq, visit, type Node, type YAMLMap } from 'yaml';
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
  return { file, document: file.document.clone() };
}

/** Returns the project after the edits so far. */
export function editedProject(edit: ProjectEdit): Project {
  return projectIn(withAnchors(edit));
}

/** Applies the edits to the text of the file, keeping comments, unknown keys and formatting. */
export function finishEdit(edit: ProjectEdit): EditedText {
  const { text, document } = edit.file;
  const after = printProject(withAnchors(edit));
  const merged = mergeFile(projectFile, { existing: text, before: printProject(document), after }, { byIndex: true });
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

/** Returns the tree with aliases replaced by their values where the anchor was removed with an entry. */
function withAnchors({ file, document }: ProjectEdit): Document {
  const anchored = new Map<string, Node>();
  visit(file.document, {
    Node: (_, node) => void ('anchor' in node && node.anchor && anchored.set(node.anchor, node)),
  });
  visit(document, {
    Alias: (_, alias) => {
      if (alias.resolve(document) !== undefined) return undefined;
      const value = anchored.get(alias.source)!.clone() as Node & { anchor?: string };
      delete value.anchor;
      return value;
    },
  });
  return document;
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
