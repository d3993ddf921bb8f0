import * as v from 'valibot';
import { Document, isMap, LineCounter, type YAMLMap } from 'yaml';
import { diagnostic, DiagnosticsError, refuse } from '../diagnostics/diagnostic.js';
import { mergeFile } from '../merge/merge-file.js';
import { placeOf } from '../merge/text.js';
import { isYamlProblem, yamlDocument } from '../merge/yaml-documents.js';
import { licensePlugin, type License } from './license.js';
import { projectFile } from './paths.js';
import { deployImageEntryProblems, deployImageOf, removeDeployImage, setDeployImage } from './deploy-image.js';
import { addEntry, removeEntry, setEntry } from './project-entry.js';
import { projectProblems } from './project-problems.js';
import { projectShape, type RawProject, type RawResource, type RawWebhooks } from './project-shape.js';
import {
  apiGroupOf,
  deployImagePlugin,
  layout,
  manifestsPlugin,
  type Certificates,
  type ManifestSettings,
  type Origin,
  type Project,
  type ProjectResource,
  type WebhookEntry,
  webhooksPlugin,
} from './project.js';
import { setPlace } from './resource-place.js';
import { setCertificates, settleCertificates } from './webhook-settings.js';
import { positionAt, positionsIn, type PositionOf } from './yaml-position.js';
import { defined } from '../model/defined.js';

/** PROJECT as it was read: its text, what it says, and the tree through which it is edited. */
export interface ProjectFile {
  readonly text: string;
  readonly project: Project;
  readonly document: Document;
}

/**
 * Reads a PROJECT file.
 * @throws DiagnosticsError with every problem that it has, each at its place in the file
 */
export function parseProject(text: string): ProjectFile {
  const lines = new LineCounter();
  const document = yamlDocument(text, { version: '1.1', lineCounter: lines });
  if (isYamlProblem(document)) {
    const place = { file: projectFile, ...placeOf(text, document.offset) };
    return refuse('unreadable-project', { reason: document.message }, place);
  }
  const [broken] = document.errors;
  if (broken !== undefined) {
    const reason = broken.message.split('\n', 1)[0]!;
    refuse('unreadable-project', { reason }, positionAt(projectFile, lines, broken.pos[0]));
  }
  const at = positionsIn(projectFile, document, lines);
  const raw = valueOf(document);
  if (!isMap(document.contents))
    refuse('unreadable-project', { reason: 'it is not a mapping of keys to values' }, at());
  checkSchemaVersion(raw as Record<string, unknown>, at);

  const parsed = v.safeParse(projectShape, raw);
  if (!parsed.success) {
    throw new DiagnosticsError(
      ...parsed.issues.map((issue) => {
        const path = (issue.path ?? []).map(({ key }) => key as string | number);
        const reason = issue.received === 'undefined' ? 'is missing' : `must be ${issue.expected ?? 'another value'}`;
        return diagnostic('invalid-project', { key: path.join('.'), reason }, at(...path));
      }),
    );
  }
  const project = projectOf(parsed.output);
  for (const [index, resource] of project.resources.entries()) setPlace(resource, at('resources', index, 'kind'));
  const images = parsed.output.plugins?.[deployImagePlugin];
  const problems = [...projectProblems(project, at), ...deployImageEntryProblems(project, images, at)];
  if (problems.length > 0) throw new DiagnosticsError(...problems);
  return { text, project, document };
}

/** Aliases are resolved, up to a number that only a hostile file exceeds. */
function valueOf(document: Document): unknown {
  try {
    return document.toJS();
  } catch (error) {
    return refuse(
      'unreadable-project',
      { reason: (error as Error).message },
      { file: projectFile, line: 1, column: 1 },
    );
  }
}

function checkSchemaVersion(raw: Record<string, unknown>, at: PositionOf): void {
  const { version, layout: layouts } = raw;
  for (const key of ['version', 'layout'])
    if (raw[key] === undefined) refuse('invalid-project', { key, reason: 'is missing' }, at());
  if (version !== '3' && version !== 3)
    refuse('unsupported-project-version', { version: JSON.stringify(version) }, at('version'));
  const names = (Array.isArray(layouts) ? layouts : [layouts]).map((each: unknown) =>
    typeof each === 'string' ? each : JSON.stringify(each),
  );
  if (!names.includes(layout)) refuse('unsupported-layout', { layout: names.join(', ') }, at('layout'));
}

function projectOf(raw: RawProject): Project {
  const images = raw.plugins?.[deployImagePlugin];
  const license = raw.plugins?.[licensePlugin];
  return {
    domain: raw.domain,
    projectName: raw.projectName,
    multigroup: raw.multigroup ?? false,
    namespaced: raw.namespaced ?? false,
    resources: (raw.resources ?? []).map((each) => {
      const resource = resourceOf(each, raw.domain);
      const deployImage = deployImageOf(resource, raw.domain, images);
      return { ...resource, ...defined({ deployImage }) };
    }),
    manifests: (raw.plugins?.[manifestsPlugin] ?? {}) as ManifestSettings,
    ...(license === undefined ? {} : { license: license as License }),
    certificates: raw.plugins?.[webhooksPlugin]?.certificates ?? 'cert-manager',
  };
}

function resourceOf(raw: RawResource, domain: string): ProjectResource {
  const { version, kind, core = false, external = false } = raw;
  return {
    ...(raw.group === undefined || raw.group === '' ? {} : { group: raw.group }),
    // The groups of others have the domain that their entry names, and none where it names none.
    domain: raw.domain ?? (core || external ? '' : domain),
    version,
    kind,
    ...defined({ plural: raw.plural }),
    ...(core || external ? { origin: originOf(core, raw.path, raw.module) } : {}),
    ...(raw.api === undefined
      ? {}
      : { api: { crdVersion: raw.api.crdVersion ?? 'v1', namespaced: raw.api.namespaced ?? false } }),
    controllers: [...(raw.controller ? [{}] : []), ...(raw.controllers ?? []).map(({ name }) => ({ name }))],
    ...(raw.webhooks === undefined ? {} : { webhooks: webhooksOf(raw.webhooks) }),
  };
}

function originOf(core: boolean, path: string | undefined, module: string | undefined): Origin {
  return {
    from: core ? 'core' : 'external',
    ...defined({ path, module }),
  };
}

function webhooksOf(raw: RawWebhooks): WebhookEntry {
  const { defaultingPath, validationPath } = raw;
  return {
    defaulting: raw.defaulting ?? false,
    validation: raw.validation ?? false,
    conversion: raw.conversion ?? false,
    spoke: raw.spoke ?? [],
    ...defined({ defaultingPath, validationPath }),
  };
}

/** The text of a new project's PROJECT. */
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

/** The text of PROJECT with a resource added, or its entry brought up to date; comments and unknown keys stay. */
export function withResource(file: ProjectFile, resource: ProjectResource): string {
  const { project } = file;
  const edited = file.document.clone();
  const index = project.resources.findIndex((each) => isSame(each, resource));
  const entry = index < 0 ? addEntry(edited) : edited.getIn(['resources', index], true);
  if (isMap(entry)) setEntry(edited, entry, resource);
  setDeployImage(edited, resource, project.domain);
  if (resource.webhooks === undefined) settleCertificates(project, edited);
  return withEdits(file, edited);
}

/** The text of PROJECT without a resource. */
export function withoutResource(file: ProjectFile, resource: ProjectResource): string {
  const { project } = file;
  const edited = file.document.clone();
  removeEntry(
    edited,
    project.resources.findIndex((each) => isSame(each, resource)),
  );
  removeDeployImage(edited, resource, project.domain);
  settleCertificates(project, edited);
  return withEdits(file, edited);
}

/** The text of PROJECT with another choice of who makes the certificate of the webhooks. */
export function withCertificates(file: ProjectFile, certificates: Certificates): string {
  const edited = file.document.clone();
  setCertificates(edited, certificates);
  return withEdits(file, edited);
}

/** What is edited in the tree is written into the text, of which nothing else changes: printing it would format all of it. */
export function withEdits({ text, document }: ProjectFile, edited: Document): string {
  const after = printProject(edited);
  const merged = mergeFile(projectFile, { existing: text, before: printProject(document), after });
  return merged.kind === 'merged' ? merged.content : after;
}

/** Whether two entries are about the same kind in the same version. */
export function isSame(one: ProjectResource, other: ProjectResource): boolean {
  return one.version === other.version && isSameKind(one, other);
}

/** Whether two entries are about the same kind, maybe in different versions. */
export function isSameKind(one: ProjectResource, other: ProjectResource): boolean {
  return one.kind === other.kind && apiGroupOf(one) === apiGroupOf(other);
}

function printProject(document: Document): string {
  return document.toString({ lineWidth: 0, indentSeq: false });
}
