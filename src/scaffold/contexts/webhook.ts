import { webhookCodeFile } from '../../project/paths.js';
import { apiGroupOf, type Project, type ProjectResource, type WebhookEntry } from '../../project/project.js';
import type { WebhookContext } from '../contexts.js';
import { codeContext } from './api.js';

/** What the webhooks of a kind are told. */
export function webhookContext(project: Project, resource: ProjectResource): WebhookContext {
  const { defaulting, validation, defaultingPath, validationPath } = resource.webhooks ?? noWebhooks;
  return {
    ...codeContext(project, resource, webhookCodeFile(resource, project)),
    defaulting,
    validation,
    defaultingPath: defaultingPath ?? webhookPath('mutate', resource),
    validationPath: validationPath ?? webhookPath('validate', resource),
    ownDefaultingPath: defaultingPath !== undefined,
    ownValidationPath: validationPath !== undefined,
  };
}

const noWebhooks: WebhookEntry = { defaulting: false, validation: false, conversion: false, spoke: [] };

/** As the API server is told, and as the runtime serves it: `/mutate-my-domain-v1-webserver`, `/mutate--v1-pod`. */
function webhookPath(verb: 'mutate' | 'validate', resource: ProjectResource): string {
  return `/${verb}-${apiGroupOf(resource).replaceAll('.', '-')}-${resource.version}-${resource.kind.toLowerCase()}`;
}
