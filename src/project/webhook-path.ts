import { apiGroupOf, type ProjectResource } from './project.js';

/**
 * Returns the path at which the API server calls a webhook of a resource: the path in PROJECT, or the runtime's
 * default: `/mutate-my-domain-v1-webserver`, `/mutate--v1-pod`.
 */
export function webhookPath(verb: 'mutate' | 'validate', resource: ProjectResource): string {
  const { version, kind, webhooks } = resource;
  const chosen = verb === 'mutate' ? webhooks?.defaultingPath : webhooks?.validationPath;
  return chosen ?? `/${verb}-${apiGroupOf(resource).replaceAll('.', '-')}-${version}-${kind.toLowerCase()}`;
}
