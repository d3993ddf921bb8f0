import { sampleFile, webhookCodeFile } from '../../project/paths.js';
import type { Project, ProjectResource, WebhookEntry } from '../../project/project.js';
import { webhookPath } from '../../project/webhook-path.js';
import type { WebhookContext } from '../contexts.js';
import { codeContext } from './api.js';

/** What the webhooks of a kind are told. */
export function webhookContext(project: Project, resource: ProjectResource): WebhookContext {
  const { defaulting, validation, defaultingPath, validationPath } = resource.webhooks ?? noWebhooks;
  return {
    ...codeContext(project, resource, webhookCodeFile(resource, project)),
    defaulting,
    validation,
    sample: sampleFile(resource),
    defaultingPath: webhookPath('mutate', resource),
    validationPath: webhookPath('validate', resource),
    ownDefaultingPath: defaultingPath !== undefined,
    ownValidationPath: validationPath !== undefined,
  };
}

const noWebhooks: WebhookEntry = { defaulting: false, validation: false, conversion: false, spoke: [] };
