import { diagnostic, type Diagnostic } from '../base/diagnostics/diagnostic.js';
import { canBeClass } from './class-name.js';
import { checkName, type NameKind } from './naming.js';
import { isLocalTypes, isModule, isPackageVersion } from './package-of.js';
import { pluralNameOf } from './plural.js';
import { apiGroupOf, type Project, type ProjectResource } from './project.js';
import { isWebhookPath } from '../base/values/labels.js';
import type { PositionOf } from './yaml-position.js';

/** Returns the problems of a project: names that Kubernetes would reject, and duplicate resources. */
export function projectProblems(project: Project, at: PositionOf): readonly Diagnostic[] {
  return [
    ...check(at, 'domain', project.domain, 'domain'),
    ...check(at, 'projectName', project.projectName, 'projectName'),
    ...project.resources.flatMap((each, index) => resourceProblems(each, index, at)),
    ...duplicates(project, at),
  ];
}

function resourceProblems(resource: ProjectResource, index: number, at: PositionOf): readonly Diagnostic[] {
  const problems: Diagnostic[] = (['group', 'domain', 'version', 'kind', 'plural'] as const).flatMap((key) => {
    // An existing kind only has to be a name that the API server accepts.
    const rule = key === 'kind' && (resource.origin !== undefined || canBeClass(resource.kind)) ? 'className' : key;
    return check(at, rule, resource[key] === '' ? undefined : resource[key], 'resources', index, key);
  });
  problems.push(...originProblems(resource, index, at), ...codeProblems(resource, index, at));
  // The groups of external kinds are not checked: some groups of Kubernetes have no dot.
  if (problems.length > 0 || resource.origin !== undefined) return problems;
  const apiGroup = apiGroupOf(resource);
  const path = ['resources', index, resource.group === undefined ? 'domain' : 'group'] as const;
  const refused = check(at, 'apiGroup', apiGroup, ...path);
  const plural = pluralNameOf(resource);
  return refused.length > 0 ? refused : check(at, 'crdName', `${plural}.${apiGroup}`, ...path);
}

/** Checks the names and paths of controllers and webhooks, which are written into generated code. */
function codeProblems(
  { controllers, webhooks }: ProjectResource,
  index: number,
  at: PositionOf,
): readonly Diagnostic[] {
  // The first entry can be the controller that is named after the kind.
  const named = controllers.flatMap(({ name }) => (name === undefined ? [] : [name]));
  return [
    ...named.flatMap((name, place) =>
      check(at, 'controllerName', name, 'resources', index, 'controllers', place, 'name'),
    ),
    ...(webhooks?.spoke ?? []).flatMap((name, place) =>
      check(at, 'version', name, 'resources', index, 'webhooks', 'spoke', place),
    ),
    ...(['defaultingPath', 'validationPath'] as const).flatMap((key) => {
      const path = webhooks?.[key];
      if (path === undefined || isWebhookPath(path)) return [];
      const place = ['resources', index, 'webhooks', key] as const;
      return [diagnostic('invalid-webhook-path', { flag: place.join('.'), path }, at(...place))];
    }),
  ];
}

/** Checks the package of an external kind, which is used in generated code and in the install command. */
function originProblems({ origin }: ProjectResource, index: number, at: PositionOf): readonly Diagnostic[] {
  const { path, module } = origin ?? {};
  const invalid = [
    ...(path === undefined || isModule(path) || isLocalTypes(path) ? [] : (['path'] as const)),
    ...(module === undefined || (path !== undefined && isPackageVersion(module, path)) ? [] : (['module'] as const)),
  ];
  return invalid.map((key) => {
    const place = ['resources', index, key] as const;
    return diagnostic('invalid-project', { key: place.join('.'), reason: 'is not a valid package name' }, at(...place));
  });
}

function check(
  at: PositionOf,
  kind: NameKind,
  value: string | undefined,
  ...path: readonly (string | number)[]
): readonly Diagnostic[] {
  const problem = value === undefined ? undefined : checkName(kind, path.join('.'), value);
  return problem === undefined ? [] : [{ ...problem, position: at(...path) }];
}

function duplicates({ resources }: Project, at: PositionOf): readonly Diagnostic[] {
  const names = resources.map((each) => `${each.kind} of ${apiGroupOf(each)}/${each.version}`);
  return names.flatMap((resource, index) =>
    names.indexOf(resource) === index ? [] : [diagnostic('duplicate-resource', { resource }, at('resources', index))],
  );
}
