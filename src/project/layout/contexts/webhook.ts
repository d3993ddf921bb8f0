import { sampleFile, webhookCodeFile } from '../../paths.js';
import type { Project, ProjectResource, WebhookEntry } from '../../project.js';
import { oldWebhookName, webhookName, type WebhookNameParts } from '../../webhook-name.js';
import { webhookPath } from '../../webhook-path.js';
import type { WebhookContext } from '../contexts.js';
import { codeContext, namesOf } from './api.js';

type Verb = WebhookNameParts['verb'];

/** Returns the parts of the name of a webhook of a kind. */
export function webhookNameParts(project: Project, resource: ProjectResource, verb: Verb): WebhookNameParts {
  const { groupDash, kindLower } = namesOf(project, resource);
  const { domain, projectName } = project;
  return { verb, groupDash, kindLower, version: resource.version, domain, projectName };
}

/**
 * Returns the template context of the webhooks of a kind.
 * @param keepsName whether a webhook keeps the name that earlier versions of the tool gave it
 */
export function webhookContext(
  project: Project,
  resource: ProjectResource,
  keepsName: (verb: Verb) => boolean,
): WebhookContext {
  const { defaulting, validation, defaultingPath, validationPath } = resource.webhooks ?? noWebhooks;
  const nameOf = (verb: Verb): string => {
    const parts = webhookNameParts(project, resource, verb);
    return keepsName(verb) ? oldWebhookName(parts) : webhookName(parts);
  };
  return {
    ...codeContext(project, resource, webhookCodeFile(resource, project)),
    defaulting,
    validation,
    sample: sampleFile(resource),
    defaultingName: nameOf('mutate'),
    validationName: nameOf('validate'),
    defaultingPath: webhookPath('mutate', resource),
    validationPath: webhookPath('validate', resource),
    ownDefaultingPath: defaultingPath !== undefined,
    ownValidationPath: validationPath !== undefined,
  };
}

const noWebhooks: WebhookEntry = { defaulting: false, validation: false, conversion: false, spoke: [] };
