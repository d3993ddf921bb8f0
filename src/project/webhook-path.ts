import { apiGroupOf, type ProjectResource } from './project.js';

/**
 * Where the API server finds a webhook of a resource: what PROJECT says, or what the runtime serves it at unless it is told
 * otherwise: `/mutate-my-domain-v1-webserver`, `/mutate--v1-pod`.
 */
export function webhookPath(verb: 'mutate' | 'validate', resource: ProjectResource): string {
  const { version, kind, webhooks } = resource;
  const chosen = verb === 'mutate' ? webhooks?.defaultingPath : webhooks?.validationPath;
  return chosen ?? `/${verb}-${apiGroupOf(resource).replaceAll('.', '-')}-${version}-${kind.toLowerCase()}`;
}
