import { diagnostic, refuse, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { pluralNameOf } from '../../../project/plural.js';
import { type Project, type ProjectResource, isSame, isSameKind } from '../../../project/project.js';
import { deletingWebhook, movingHub } from '../../../project/resources.js';
import { webhookPath } from '../../../project/webhook-path.js';
import { knownResource } from '../../../scaffold/change/kinds/known-resource.js';
import type { NamedKind } from '../../../scaffold/change/kinds/named-kind.js';
import { isWebhookPath } from '../../../base/values/labels.js';
import type { CreateWebhookOptions } from './flags.js';

function* pathsOf(
  options: CreateWebhookOptions,
): Generator<{ flag: string; needed: string; given: boolean; path: string }> {
  const { defaulting, validation, defaultingPath, validationPath } = options;
  if (defaultingPath !== undefined)
    yield { flag: '--defaulting-path', needed: '--defaulting', given: defaulting, path: defaultingPath };
  if (validationPath !== undefined)
    yield { flag: '--validation-path', needed: '--programmatic-validation', given: validation, path: validationPath };
}

export function asksForAny({ defaulting, validation, conversion }: CreateWebhookOptions): boolean {
  return defaulting || validation || conversion;
}

/** Returns flags that are missing, or not allowed in this combination. */
export function flagProblems(options: CreateWebhookOptions): readonly Diagnostic[] {
  const { conversion, spoke, certificates } = options;
  // In a project with webhooks, the certificate can be changed alone.
  if (!asksForAny(options) && certificates === undefined) refuse('webhook-type-required', {});
  const paths = [...pathsOf(options)];
  return [
    ...paths
      .filter(({ given }) => !given)
      .map(({ flag, needed }) => diagnostic('flag-requires-flag', { flag, needed })),
    ...paths
      .filter(({ path }) => !isWebhookPath(path))
      .map(({ flag, path }) => diagnostic('invalid-webhook-path', { flag, path })),
    ...(spoke.length > 0 && !conversion
      ? [diagnostic('flag-requires-flag', { flag: '--spoke', needed: '--conversion' })]
      : []),
    ...(spoke.length === 0 && conversion
      ? [diagnostic('flag-requires-flag', { flag: '--conversion', needed: '--spoke' })]
      : []),
  ];
}

/**
 * Returns the kind to create webhooks for.
 * @throws DiagnosticsError when there is no such kind, or it has no types
 */
export async function resourceWithTypes(project: Project, named: NamedKind): Promise<ProjectResource> {
  const resource = await knownResource(project, named);
  if (resource.origin === undefined && resource.api === undefined)
    refuse('webhook-without-types', { kind: resource.kind });
  return resource;
}

/** Returns the reasons why the versions cannot be converted as requested. */
export function conversionProblems(
  { resources }: Project,
  hub: ProjectResource,
  { conversion, spoke, kind }: CreateWebhookOptions,
): readonly Diagnostic[] {
  if (!conversion) return [];
  if (hub.origin !== undefined) return [diagnostic('external-conversion', { kind })];
  const versions = resources.filter((each) => isSameKind(each, hub) && each.api !== undefined);
  const other = versions.find((each) => each !== hub && each.webhooks?.conversion);
  return [
    ...(other === undefined
      ? []
      : [
          diagnostic('webhook-conflict', {
            kind,
            difference: `${other.version} is the hub of its conversions`,
            flag: '--conversion',
            commands: movingHub(other, hub.version),
          }),
        ]),
    ...spoke.flatMap((version, index) => {
      const reason = spokeProblem(version, spoke.indexOf(version) < index, hub, versions);
      return reason === undefined ? [] : [diagnostic('invalid-spoke', { version, reason })];
    }),
  ];
}

function spokeProblem(
  version: string,
  isRepeated: boolean,
  hub: ProjectResource,
  versions: readonly ProjectResource[],
): string | undefined {
  if (isRepeated) return 'is named twice';
  if (version === hub.version) return 'is the hub itself';
  return versions.some((each) => each.version === version)
    ? undefined
    : `is not a version of ${hub.kind} in this project`;
}

/** Returns differences from what exists. A second call can add webhooks, but not change the existing ones. */
export function differences(options: CreateWebhookOptions, resource: ProjectResource): readonly Diagnostic[] {
  const { kind, webhooks: existing } = resource;
  const plural = pluralNameOf(resource);
  const paths =
    existing === undefined
      ? []
      : ([
          ['--defaulting-path', options.defaulting && existing.defaulting, 'defaultingPath'],
          ['--validation-path', options.validation && existing.validation, 'validationPath'],
        ] as const);
  return [
    ...(options.plural === undefined || options.plural === plural
      ? []
      : [diagnostic('api-exists', { kind, difference: `its plural is ${plural}`, flag: '--plural' })]),
    ...paths.flatMap(([flag, both, key]) =>
      !both || options[key] === undefined || options[key] === existing?.[key]
        ? []
        : [
            diagnostic('webhook-conflict', {
              kind,
              difference: `its path is ${existing?.[key] ?? 'the default one'}`,
              flag,
              commands: deletingWebhook(
                resource,
                flag === '--defaulting-path' ? '--defaulting' : '--programmatic-validation',
              ),
            }),
          ],
    ),
  ];
}

/** Returns paths that another webhook already uses. */
export function pathProblems({ resources }: Project, wanted: ProjectResource): readonly Diagnostic[] {
  const others = resources.filter((each) => !isSame(each, wanted));
  const taken = ['/convert', ...others.flatMap(webhookPaths)];
  const own = webhookPaths(wanted);
  return own
    .filter((path, index) => taken.includes(path) || own.indexOf(path) < index)
    .map((path) => diagnostic('webhook-path-taken', { path }));
}

function webhookPaths(resource: ProjectResource): readonly string[] {
  const { defaulting = false, validation = false } = resource.webhooks ?? {};
  return [
    ...(defaulting ? [webhookPath('mutate', resource)] : []),
    ...(validation ? [webhookPath('validate', resource)] : []),
  ];
}
