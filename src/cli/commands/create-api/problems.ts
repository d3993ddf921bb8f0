import { diagnostic, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { textsOf } from '../../../project/deploy-image.js';
import { checkName } from '../../../project/naming.js';
import { packageOf } from '../../../project/package-of.js';
import { pluralNameOf } from '../../../project/plural.js';
import { apiGroupOf, type Project, type ProjectResource, isSame } from '../../../project/project.js';
import { builtInKinds } from '../../../scaffold/change/kinds/built-in.js';
import { externalFlagProblems } from '../../../scaffold/change/kinds/external-resource.js';
import { imageDifferences, imageFlags } from './image-flags.js';
import type { CreateApiOptions } from './flags.js';

/** Returns the problems of the flags of `create api` that are independent of the project. */
export function flagProblems(options: CreateApiOptions): readonly Diagnostic[] {
  const { group, version, kind, plural, resource, namespaced, controller, controllerName } = options;
  const { externalApiPackage } = options;
  if (!resource && !controller)
    return [diagnostic('nothing-to-create', { flags: '--no-resource with --no-controller' })];
  if (resource && externalApiPackage !== undefined)
    return [diagnostic('external-types', { flag: '--external-api-package' })];
  return [
    group === undefined ? undefined : checkName('group', '--group', group),
    checkName('version', '--version', version),
    checkName(ruleFor(options), '--kind', kind),
    plural === undefined ? undefined : checkName('plural', '--plural', plural),
    controllerName === undefined ? undefined : checkName('controllerName', '--controller-name', controllerName),
    controllerName === undefined || controller
      ? undefined
      : diagnostic('flag-requires-flag', { flag: '--controller-name', needed: '--controller' }),
    resource || namespaced
      ? undefined
      : diagnostic('flag-requires-flag', { flag: '--no-namespaced', needed: '--resource' }),
    ...externalFlagProblems(options),
    ...imageProblems(options),
    ...ssaProblems(options),
    options.empty && !resource
      ? diagnostic('flag-requires-flag', { flag: '--empty', needed: '--resource' })
      : undefined,
  ].filter((each) => each !== undefined);
}

/** Returns the rule for the name of the kind, whose class depends on where its types are. */
function ruleFor({ deployImage, externalApiPackage }: CreateApiOptions): 'kind' | 'kindWithImage' | 'className' {
  if (deployImage !== undefined) return 'kindWithImage';
  return externalApiPackage === undefined ? 'kind' : 'className';
}

/**
 * Returns the problems of the image flags. The controller runs the Pods in the namespace of the object, as many as the
 * types specify.
 */
function imageProblems({ deployImage, resource, controller, namespaced }: CreateApiOptions): readonly Diagnostic[] {
  if (deployImage === undefined) return [];
  const refused = textsOf(deployImage).flatMap(([option, text]) => checkName(option, imageFlags[option], text) ?? []);
  const needed = Object.entries({ '--resource': resource, '--controller': controller, '--namespaced': namespaced });
  const missing = needed.filter(([, given]) => !given);
  return [...refused, ...missing.map(([flag]) => diagnostic('flag-requires-flag', { flag: '--image', needed: flag }))];
}

/** Returns the problems of `--ssa`: the scaffolded controller applies an object in the namespace of its owner. */
function ssaProblems({ ssa = false, deployImage, controller, namespaced }: CreateApiOptions): readonly Diagnostic[] {
  if (!ssa) return [];
  const missing = Object.entries({ '--controller': controller, '--namespaced': namespaced }).filter(
    ([, given]) => !given,
  );
  return [
    ...(deployImage === undefined ? [] : [diagnostic('conflicting-flags', { one: '--ssa', other: '--image' })]),
    ...missing.map(([flag]) => diagnostic('flag-requires-flag', { flag: '--ssa', needed: flag })),
  ];
}

/** Returns conflicts between the kind and the existing project. */
export function problemsBeside(
  project: Project,
  options: CreateApiOptions,
  wanted: ProjectResource,
): readonly Diagnostic[] {
  const own = wanted.origin === undefined ? ownProblems(project, options, wanted) : [];
  const needed = wanted.api === undefined ? '--resource' : '--namespaced';
  const isMissing = options.ssa && wanted.api?.namespaced !== true;
  const missing = isMissing ? [diagnostic('flag-requires-flag', { flag: '--ssa', needed })] : [];
  return [...missing, ...own, ...project.resources.flatMap((other) => problemsWith(other, options, wanted))];
}

function ownProblems(project: Project, options: CreateApiOptions, wanted: ProjectResource): readonly Diagnostic[] {
  const group = apiGroupOf(wanted);
  const refused = checkName('apiGroup', options.group === undefined ? '--domain' : '--group', group);
  if (refused !== undefined) return [refused];
  return secondGroupProblems(project, group);
}

/** Returns the problem of a kind in an API group other than that of the project's existing kinds. */
function secondGroupProblems({ multigroup, resources }: Project, group: string): readonly Diagnostic[] {
  const other = resources.find((each) => each.origin === undefined && apiGroupOf(each) !== group);
  return other === undefined || multigroup
    ? []
    : [diagnostic('multigroup-required', { group, existing: apiGroupOf(other), short: other.group ?? '' })];
}

/** Returns the same problem for a group while the kind is unknown: a kind whose types are elsewhere can have any group. */
export async function groupProblems(
  project: Project,
  { group, resource, externalApiPackage }: GroupOptions,
): Promise<readonly Diagnostic[]> {
  const { domain, resources } = project;
  const canExist =
    externalApiPackage !== undefined ||
    (group !== '' && (await builtInKinds(group)).length > 0) ||
    resources.some((each) => [each.group, apiGroupOf(each)].includes(group));
  return resource !== true && canExist ? [] : secondGroupProblems(project, apiGroupOf({ group, domain }));
}

/** The options of `create api` that determine the group. */
interface GroupOptions {
  readonly group: string;
  readonly resource?: boolean | undefined;
  readonly externalApiPackage?: string | undefined;
}

function problemsWith(
  other: ProjectResource,
  options: CreateApiOptions,
  wanted: ProjectResource,
): readonly Diagnostic[] {
  const group = apiGroupOf(wanted);
  const { kind } = wanted;
  if (apiGroupOf(other) !== group) return modulesDiffer(other, wanted);
  if (other.kind !== kind && other.kind.toLowerCase() === kind.toLowerCase())
    return [diagnostic('kind-case-conflict', { kind, other: other.kind })];
  const plural = pluralNameOf(other);
  if (other.kind !== kind)
    return plural === pluralNameOf(wanted)
      ? [diagnostic('kind-taken', { plural, group, kind: other.kind })]
      : modulesDiffer(other, wanted);
  if (other.origin?.from !== wanted.origin?.from)
    return [diagnostic('conflicting-types-source', { kind, owner: ownerOf(other), ours: other.origin === undefined })];
  return isSame(other, wanted) && options.force
    ? []
    : [...modulesDiffer(other, wanted), ...differences(options, wanted, other)];
}

function ownerOf({ origin }: ProjectResource): string {
  if (origin === undefined) return 'this project';
  return origin.from === 'core' ? 'Kubernetes' : (origin.path ?? 'a package');
}

/** Reports different versions of a package, because package.json can contain only one. */
function modulesDiffer({ origin: there }: ProjectResource, { origin: here }: ProjectResource): readonly Diagnostic[] {
  if (there?.module === undefined || here?.module === undefined || there.module === here.module) return [];
  const name = packageOf(here.path ?? '');
  return packageOf(there.path ?? '') === name ? [diagnostic('module-version-conflict', { module: there.module })] : [];
}

/** Returns differences from what exists. A second call can add the missing half of a kind, but not change the existing half. */
function differences(
  options: CreateApiOptions,
  wanted: ProjectResource,
  existing: ProjectResource,
): readonly Diagnostic[] {
  const { kind } = wanted;
  const problems: Diagnostic[] = [];
  const differs = (difference: string, flag: string): void => {
    problems.push(diagnostic('api-exists', { kind, difference, flag }));
  };
  if (wanted.api && existing.api && wanted.api.namespaced !== existing.api.namespaced)
    differs(existing.api.namespaced ? 'it is namespaced' : 'it is cluster-scoped', '--namespaced');
  const plural = pluralNameOf(existing);
  if (options.plural !== undefined && options.plural !== plural) differs(`its plural is ${plural}`, '--plural');
  const { externalApiPackage: path } = options;
  const there = existing.origin?.path;
  if (isSame(wanted, existing) && path !== undefined && there !== undefined && path !== there)
    differs(`its types come from ${there}`, '--external-api-package');
  const applies = !options.ssa || existing.controllers.length === 0 || existing.api?.ssa;
  if (!applies && isSame(wanted, existing)) differs('its controller does not use server-side apply', '--ssa');
  else if (!applies) problems.push(...otherController(options, existing));
  return [...problems, ...imageDifferences(wanted, existing)];
}

/** Returns the problem that the controller of another version handles this one, and does not apply. */
function otherController(
  { controllerName }: CreateApiOptions,
  { kind, controllers }: ProjectResource,
): readonly Diagnostic[] {
  if (controllerName !== undefined) return [];
  const names = controllers.map(({ name = kind.toLowerCase() }) => name);
  return [diagnostic('controller-name-required', { kind, names, other: 'omit --ssa' })];
}
