import * as v from 'valibot';
import { type Document, isMap, isNode, isSeq, LineCounter, parseDocument } from 'yaml';
import { diagnostic, DiagnosticsError, refuse, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { Position } from '../model/position.js';
import { checkName, type NameKind } from './naming.js';
import { apiGroupOf, layout, type Project, type ProjectResource } from './project.js';
import { projectFile } from './paths.js';

const resourceShape = v.looseObject({
  group: v.optional(v.string()),
  domain: v.optional(v.string()),
  version: v.string(),
  kind: v.string(),
  plural: v.optional(v.string()),
  api: v.optional(v.looseObject({ crdVersion: v.optional(v.string()), namespaced: v.optional(v.boolean()) })),
  controller: v.optional(v.boolean()),
});

const projectShape = v.looseObject({
  domain: v.string(),
  projectName: v.string(),
  resources: v.optional(v.array(resourceShape)),
});

/** PROJECT as it was read: what it says, and the tree through which it is edited. */
export interface ProjectFile {
  readonly project: Project;
  readonly document: Document;
}

/**
 * Reads a PROJECT file.
 * @throws DiagnosticsError with every problem that it has, each at its place in the file
 */
export function parseProject(text: string): ProjectFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { version: '1.1', lineCounter: lines });
  const [broken] = document.errors;
  if (broken !== undefined) {
    const reason = broken.message.split('\n', 1)[0]!;
    refuse('project-unreadable', { reason }, positionAt(lines, broken.pos[0]));
  }
  const at = (...path: readonly (string | number)[]): Position => positionOf(document, lines, path);
  const raw = document.toJS() as unknown;
  if (!isMap(document.contents)) refuse('project-unreadable', { reason: 'it is no mapping of keys to values' }, at());
  checkSchemaVersion(raw as Record<string, unknown>, at);

  const parsed = v.safeParse(projectShape, raw);
  if (!parsed.success) {
    throw new DiagnosticsError(
      ...parsed.issues.map((issue) => {
        const path = (issue.path ?? []).map(({ key }) => key as string | number);
        const reason =
          issue.received === 'undefined' ? 'is missing' : `has to be ${issue.expected ?? 'something else'}`;
        return diagnostic('project-invalid', { key: path.join('.'), reason }, at(...path));
      }),
    );
  }
  const project = projectOf(parsed.output);
  const problems = [...nameProblems(project, at), ...duplicates(project, at)];
  if (problems.length > 0) throw new DiagnosticsError(...problems);
  return { project, document };
}

function checkSchemaVersion(raw: Record<string, unknown>, at: (...path: string[]) => Position): void {
  const { version, layout: layouts } = raw;
  if (version === undefined) refuse('project-invalid', { key: 'version', reason: 'is missing' }, at());
  if (version !== '3' && version !== 3) refuse('project-version', { version: JSON.stringify(version) }, at('version'));
  const names = (Array.isArray(layouts) ? layouts : [layouts]).map(String);
  if (!names.includes(layout)) refuse('project-layout', { layout: names.join(', ') }, at('layout'));
}

function projectOf(raw: v.InferOutput<typeof projectShape>): Project {
  return {
    domain: raw.domain,
    projectName: raw.projectName,
    resources: (raw.resources ?? []).map((each) => ({
      ...(each.group === undefined || each.group === '' ? {} : { group: each.group }),
      domain: each.domain ?? raw.domain,
      version: each.version,
      kind: each.kind,
      ...(each.plural === undefined ? {} : { plural: each.plural }),
      ...(each.api === undefined
        ? {}
        : { api: { crdVersion: each.api.crdVersion ?? 'v1', namespaced: each.api.namespaced ?? false } }),
      controller: each.controller ?? false,
    })),
  };
}

function nameProblems(project: Project, at: (...path: (string | number)[]) => Position): Diagnostic[] {
  const check = (kind: NameKind, value: string | undefined, ...path: (string | number)[]): Diagnostic[] => {
    const problem = value === undefined ? undefined : checkName(kind, path.join('.'), value);
    return problem === undefined ? [] : [{ ...problem, position: at(...path) }];
  };
  return [
    ...check('domain', project.domain, 'domain'),
    ...check('projectName', project.projectName, 'projectName'),
    ...project.resources.flatMap((each, index) =>
      (['group', 'domain', 'version', 'kind', 'plural'] as const).flatMap((key) =>
        check(key, each[key], 'resources', index, key),
      ),
    ),
  ];
}

function duplicates({ resources }: Project, at: (...path: (string | number)[]) => Position): Diagnostic[] {
  const names = resources.map((each) => `${each.kind} of ${apiGroupOf(each)}/${each.version}`);
  return names.flatMap((resource, index) =>
    names.indexOf(resource) === index ? [] : [diagnostic('duplicate-resource', { resource }, at('resources', index))],
  );
}

/** The text of a new project's PROJECT. */
export function newProjectText(project: Pick<Project, 'domain' | 'projectName'>, toolVersion: string): string {
  return `# What operator-gen knows about this project. It reads and writes this file; what it does not know it leaves alone.
cliVersion: ${toolVersion}
domain: ${project.domain}
layout:
- ${layout}
projectName: ${project.projectName}
version: "3"
`;
}

/** The text of PROJECT with a resource added, or its entry brought up to date; comments and unknown keys stay. */
export function withResource({ project, document }: ProjectFile, resource: ProjectResource): string {
  const edited = document.clone();
  const index = project.resources.findIndex((each) => isSame(each, resource));
  if (index < 0) {
    if (!isSeq(edited.get('resources'))) insertBefore(edited, 'version', 'resources', edited.createNode([]));
    edited.addIn(['resources'], edited.createNode(entryOf(resource)));
  } else {
    for (const [key, value] of Object.entries(entryOf(resource)))
      edited.setIn(['resources', index, key], edited.createNode(value));
  }
  return edited.toString({ lineWidth: 0, indentSeq: false });
}

/** Whether two entries are about the same kind in the same version. */
export function isSame(one: ProjectResource, other: ProjectResource): boolean {
  return one.kind === other.kind && one.version === other.version && apiGroupOf(one) === apiGroupOf(other);
}

function entryOf(resource: ProjectResource): Record<string, unknown> {
  const { group, domain, version, kind, plural, api, controller } = resource;
  const present = Object.entries({
    api: api && { crdVersion: api.crdVersion, ...(api.namespaced ? { namespaced: true } : {}) },
    controller: controller || undefined,
    domain,
    group,
    kind,
    plural,
    version,
  });
  return Object.fromEntries(present.filter(([, value]) => value !== undefined));
}

/** Keys of PROJECT are in alphabetical order, and `version` is the last. */
function insertBefore(document: Document, before: string, key: string, value: unknown): void {
  const { contents } = document;
  if (!isMap(contents)) return;
  const index = contents.items.findIndex((pair) => String(pair.key) === before);
  contents.items.splice(index < 0 ? contents.items.length : index, 0, document.createPair(key, value));
}

function positionOf(document: Document, lines: LineCounter, path: readonly (string | number)[]): Position {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return positionAt(lines, node.range[0]);
  }
  return { file: projectFile, line: 1, column: 1 };
}

function positionAt(lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset);
  return { file: projectFile, line: Math.max(1, line), column: Math.max(1, col) };
}
