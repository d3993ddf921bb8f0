import type { MarkerArguments } from './go-markers.js';
import { pluralNameOf } from '../../../project/plural.js';
import { apiGroupOf, hasAdmission, isSame, isSameKind, type ProjectResource } from '../../../project/project.js';
import { webhookPath } from '../../../project/webhook-path.js';
import type { GoWebhook } from './go-webhooks.js';

/** The webhooks of a Go project, and the resources of the new one. */
interface Known {
  readonly all: readonly GoWebhook[];
  readonly resources: readonly ProjectResource[];
}

/** Returns the first webhook of a kind. */
export function webhookOf(known: Known, resource: ProjectResource, isMutating: boolean): GoWebhook | undefined {
  return webhooksOf(known, resource, isMutating)[0];
}

/** Returns the webhooks of a kind that can share one class because they have the same path. */
export function webhooksOf(
  { all, resources }: Known,
  resource: ProjectResource,
  isMutating: boolean,
): readonly GoWebhook[] {
  const group = apiGroupOf(resource);
  const has = (given: MarkerArguments, name: string, value: string): boolean =>
    given.get(name)?.includes(value) ?? false;
  const found = all
    .filter(
      ({ given, isMutating: is }) =>
        is === isMutating &&
        (has(given, 'groups', group) || (group === '' && has(given, 'groups', 'core'))) &&
        (has(given, 'versions', resource.version) || isOfNoVersion(given, resource, resources)) &&
        has(given, 'resources', pluralNameOf(resource)),
    )
    .filter((each) => isAt(each, resource, resources));
  const pathOf = ({ given }: GoWebhook): string | undefined => given.get('path')?.[0];
  return found.filter((each) => pathOf(each) === pathOf(found[0]!));
}

/**
 * Reports whether the class of a webhook, which can be for several versions, is at this version. Versions whose
 * webhooks PROJECT lists are preferred; among these, the one with the path of the webhook, and then the hub.
 */
function isAt(
  { given, isMutating }: GoWebhook,
  resource: ProjectResource,
  resources: readonly ProjectResource[],
): boolean {
  const versions = given.get('versions') ?? [];
  const named = resources.filter((each) => isSameKind(each, resource) && versions.includes(each.version));
  const listed = named.filter(({ webhooks }) => (isMutating ? webhooks?.defaulting : webhooks?.validation));
  const open = listed.length > 0 ? listed : named;
  const [path] = given.get('path') ?? [];
  const chosen =
    open.find((each) => path === webhookPath(isMutating ? 'mutate' : 'validate', each)) ??
    open.find(({ webhooks }) => webhooks?.conversion) ??
    open[0];
  return chosen === undefined || isSame(chosen, resource);
}

/** Reports whether a webhook is only for versions that its kind does not have, and this version gets its class. */
export function isOfNoVersion(
  given: MarkerArguments,
  resource: ProjectResource,
  resources: readonly ProjectResource[],
): boolean {
  const versions = resources.filter((each) => each.api !== undefined && isSameKind(each, resource));
  const named = given.get('versions') ?? [];
  if (resource.api === undefined || named.includes('*') || versions.some(({ version }) => named.includes(version)))
    return false;
  const chosen = versions.find(hasAdmission) ?? versions[0];
  return chosen !== undefined && isSame(chosen, resource);
}
