import { Document, isMap, visit, type Node, type YAMLMap } from 'yaml';
import { mergeFile } from '../merge/merge-file.js';
import { removeDeployImage, setDeployImage } from './deploy-image.js';
import { projectFile } from './paths.js';
import { addEntry, removeEntry, setEntry } from './project-entry.js';
import { projectIn, type ProjectFile } from './project-file.js';
import { isSame, layout, type Certificates, type Project, type ProjectResource } from './project.js';
import { setCertificates, settleCertificates } from './webhook-settings.js';

/** PROJECT while a command edits it: one tree, which is printed once. */
export interface ProjectEdit {
  readonly file: ProjectFile;
  readonly document: Document;
}

/** The text that an edit results in. */
export interface EditedText {
  readonly text: string;
  /** Whether the file is printed anew, as the change does not fit what its user wrote: all else is as it was otherwise. */
  readonly reformatted: boolean;
}

/** Begins an edit. The file that was read is not changed by it. */
export function startEdit(file: ProjectFile): ProjectEdit {
  return { file, document: file.document.clone() };
}

/** Returns what PROJECT says after the edits so far. */
export function editedProject(edit: ProjectEdit): Project {
  return projectIn(withAnchors(edit));
}

/** Writes the edits into the text of the file; comments, unknown keys and formatting stay. */
export function finishEdit(edit: ProjectEdit): EditedText {
  const { text, document } = edit.file;
  const after = printProject(withAnchors(edit));
  const merged = mergeFile(projectFile, { existing: text, before: printProject(document), after }, { byIndex: true });
  return merged.kind === 'merged' ? { text: merged.content, reformatted: false } : { text: after, reformatted: true };
}

/** Adds a resource, or brings its entry up to date. */
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

/** Sets who makes the certificate of the webhooks. */
export function putCertificates({ document }: ProjectEdit, certificates: Certificates): void {
  setCertificates(document, certificates);
}

/** Returns the text of a new project's PROJECT. */
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
  ' What operator-gen knows about this project. It reads and writes this file; what it does not know it leaves alone.';

/** The tree, in which no alias is left whose anchor went with an entry: its value stands there instead. */
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
