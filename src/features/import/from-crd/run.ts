import { posix } from 'node:path';
import { DiagnosticsError, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { shellLine } from '../../../base/diagnostics/shell-line.js';
import { unwrittenPositions } from '../../../base/diagnostics/unwritten-positions.js';
import { defined } from '../../../base/model/defined.js';
import type { JsonObject } from '../../../base/model/schema.js';
import type { Environment, Outcome } from '../../../output/operation/outcome.js';
import { typeNameOf } from '../../../project/class-name.js';
import { findProject } from '../../../project/find-project.js';
import { isPascalCase } from '../../../project/naming.js';
import { controllerFile, typesFile } from '../../../project/paths.js';
import { pluralNameOf } from '../../../project/plural.js';
import { editedProject, putResource, startEdit } from '../../../project/project-edit.js';
import { apiGroupOf, isSame, isSameKind, type Project, type ProjectResource } from '../../../project/project.js';
import { changeProject } from '../../../scaffold/change/change-project.js';
import { sharedNameFor } from '../../../scaffold/change/kinds/imported-parts.js';
import { newController } from '../../../scaffold/change/kinds/new-controller.js';
import type { ImportedText } from '../../../scaffold/change/layouts.js';
import { kubernetesTypes } from '../kubernetes-types.js';
import { diagnostic } from '../reporting.js';
import type { KubernetesTypes } from '../types.js';
import type { FromCrdOptions } from './options.js';
import { definitionOrigins } from './origins.js';
import { importedAgain, keptTypes, replacedFiles, testsIn } from './replaced.js';
import { importReport } from './report.js';
import { wantedResources, type Wanted } from './resources.js';
import { selectDefinitions, type Selected } from './select.js';
import { someOf } from './some-of.js';
import { readDefinitions, type ReadDefinitions } from './source.js';
import { storageMoves } from './storage.js';
import { controllerTests } from './tests.js';
import { typeFiles } from './texts.js';

/** Creates the types of kinds from their CRDs, their controllers, and all derived files, in one plan. */
export async function createFromCrd(options: FromCrdOptions, environment: Environment): Promise<Outcome> {
  const { host, cwd } = environment;
  const found = findProject(host, cwd);
  const { root, project } = found;
  const read = await readDefinitions(options.fromCrd, environment, root);
  const { selected, skipped } = selectDefinitions(read.objects, options, read);
  const wanted = wantedResources(project, selected, options.typesOnly);
  const problems = problemsBeside(project, wanted);
  if (problems.length > 0) throw new DiagnosticsError(...problems);

  const edit = startEdit(found);
  for (const each of wanted) putResource(edit, withController(editedProject(edit), each, options));
  const after = editedProject(edit);
  const known = knownTypes(options);
  const place = { host, root, project };
  const kept = options.force ? [] : keptTypes(place, wanted);
  const typed = wanted.filter((each) => !kept.includes(each));
  const types = await typeFiles(after, typed, known.find, (kinds) => sharedNameFor(host, root, after, kinds));
  const tests = await controllerTests(after, wanted, testsIn(place));
  const written = new Map([
    ...types.map(({ path, content }) => [path, content] as const),
    ...[...tests].flatMap(([path, text]) => (typeof text === 'string' ? [[path, text] as const] : [])),
  ]);
  const again = importedAgain(project, typed);
  const replaced = replacedFiles(place, { again, all: wanted, texts: written, options });
  const isThere = (path: string): boolean => again.length > 0 && host.kind(posix.join(root, path)) === 'file';
  const { texts, replaced: stored, changeCode } = storageMoves(place, wanted);
  const { plan, diagnostics } = await changeProject(environment, found, {
    edit,
    // Everything else of an existing kind belongs to the user.
    force: options.force && !wanted.some(({ resource }) => project.resources.some((each) => isSame(each, resource))),
    imported: new Map<string, ImportedText>([
      ...tests,
      ...[...written].filter(([path]) => replaced.has(path) || !isThere(path)),
      ...texts,
    ]),
    replaced: new Map([...replaced, ...stored]),
    changeCode,
  });
  return {
    root,
    plan,
    diagnostics: [
      ...read.diagnostics,
      ...skipped,
      ...unusualKinds(selected, read.positionOf),
      ...unwrittenPositions(diagnostics, plan.files, definitionOrigins(after, wanted, read.positionOf)),
      ...importReport(wanted, { types, plan, options }),
      ...known.similar(),
    ],
    summary: summaryOf(typed, kept),
    next: nextSteps(after, wanted),
  };
}

/** Returns warnings about kinds that are not valid class names. */
function unusualKinds(selected: readonly Selected[], positionOf: ReadDefinitions['positionOf']): readonly Diagnostic[] {
  return selected.flatMap(({ crd: { names, object } }) => {
    const { kind } = names;
    const instead = `it stays as it is; in code, its class is ${typeNameOf(kind)}`;
    const position = positionOf(object, 'spec', 'names', 'kind');
    return isPascalCase(kind) ? [] : [diagnostic('unusual-kind', { kind, instead }, position)];
  });
}

/** Returns conflicts between the kinds and the existing project, and among the kinds. */
function problemsBeside(project: Project, wanted: readonly Wanted[]): readonly Diagnostic[] {
  const resources = wanted.map(({ resource }) => resource);
  return [...existingProblems(project, resources), ...groupProblems(project, resources)];
}

function existingProblems(project: Project, wanted: readonly ProjectResource[]): readonly Diagnostic[] {
  return wanted.flatMap((each) => {
    const { kind } = each;
    const there = project.resources.find((other) => isSameKind(other, each));
    const other = project.resources.find(
      (known) => apiGroupOf(known) === apiGroupOf(each) && known.kind.toLowerCase() === kind.toLowerCase(),
    );
    if (other !== undefined && other.kind !== kind)
      return [diagnostic('kind-case-conflict', { kind, other: other.kind })];
    if (there !== undefined && there.origin?.from !== each.origin?.from) {
      const owner = there.origin === undefined ? 'this project' : (there.origin.path ?? 'Kubernetes');
      return [diagnostic('conflicting-types-source', { kind, owner, ours: there.origin === undefined })];
    }
    return [];
  });
}

/** Reports kinds of another group in a project without folders for groups. Types of external kinds have such folders. */
function groupProblems(project: Project, wanted: readonly ProjectResource[]): readonly Diagnostic[] {
  if (project.multigroup) return [];
  const own = [...project.resources, ...wanted].filter(({ origin }) => origin === undefined);
  const [first] = own;
  const other = own.find((each) => apiGroupOf(each) !== apiGroupOf(first!));
  return other === undefined
    ? []
    : [
        diagnostic('multigroup-required', {
          group: apiGroupOf(other),
          existing: apiGroupOf(first!),
          short: first!.group ?? '',
        }),
      ];
}

/** Returns the entry of a version, with the controller of its kind if this is the storage version. */
function withController(
  project: Project,
  { resource, version, crd }: Wanted,
  options: FromCrdOptions,
): ProjectResource {
  const there = project.resources.find((each) => isSame(each, resource));
  const known = there === undefined ? resource : withSettings(resource, there, crd.names.plural);
  const isFirst = version.storage || !crd.versions.some((each) => each.storage && isSelected(each.name, options));
  if (!options.controller || !isFirst) return known;
  const { entry } = newController(project, resource, { withTypes: true });
  return entry === undefined ? known : { ...known, controllers: [...known.controllers, entry] };
}

/** Returns the entry of an imported version, with its existing settings that a CRD does not contain. */
function withSettings(resource: ProjectResource, there: ProjectResource, plural: string): ProjectResource {
  const { controllers, webhooks, deployImage } = there;
  const named = pluralNameOf(there) === plural ? defined({ plural: there.plural }) : {};
  return { ...resource, ...named, controllers, ...defined({ webhooks, deployImage }) };
}

function isSelected(name: string, { version }: FromCrdOptions): boolean {
  return version === undefined || version === name;
}

function summaryOf(typed: readonly Wanted[], kept: readonly Wanted[]): string {
  const stay =
    kept.length === 0 ? '' : `The edited types of ${versionsOf(kept)} generate the same definition and are kept.`;
  return [...(typed.length === 0 ? [] : [`Created the types of ${versionsOf(typed)}.`]), stay].join(' ').trim();
}

function versionsOf(wanted: readonly Wanted[]): string {
  const versions = wanted.map(({ crd, version }) => `${crd.names.kind} of ${crd.group}/${version.name}`);
  return `${versions.slice(0, 3).join(', ')}${versions.length > 3 ? ` and ${versions.length - 3} more` : ''}`;
}

function nextSteps(project: Project, wanted: readonly Wanted[]): readonly string[] {
  const [{ resource }] = wanted as [Wanted];
  const types = resource.origin?.path ?? typesFile(resource, project);
  const listed = project.resources.find((each) => isSame(each, resource));
  const [controller] = listed?.controllers ?? [];
  return [
    shellLine(['edit', posix.normalize(types)]),
    ...(controller === undefined ? [] : [shellLine(['edit', controllerFile(resource, project, controller)])]),
    'npx operator-gen manifests',
  ];
}

/** The types of Kubernetes that imported types use. */
interface KnownTypes {
  readonly find: KubernetesTypes;
  /** Returns a note on the places that differ from such a type only in descriptions, after all types were found. */
  similar(): readonly Diagnostic[];
}

function knownTypes({ ignoreDescriptions }: FromCrdOptions): KnownTypes {
  if (ignoreDescriptions) return { find: kubernetesTypes(false), similar: () => [] };
  const [exact, loose] = [kubernetesTypes(true), kubernetesTypes(false)];
  const places = new Map<JsonObject, string>();
  return {
    find: (schema, place) => {
      const found = exact(schema, place);
      const similar = found === undefined ? loose(schema, place) : undefined;
      if (similar !== undefined) places.set(schema, similar.name);
      return found;
    },
    similar: () =>
      places.size === 0
        ? []
        : [
            diagnostic('similar-kubernetes-types', {
              count: places.size,
              names: someOf([...new Set(places.values())], 3),
            }),
          ],
  };
}
