import { refuse } from '../../../base/diagnostics/diagnostic.js';
import { findProject, type FoundProject } from '../../../project/find-project.js';
import { putResource, removeResource, startEdit } from '../../../project/project-edit.js';
import { apiGroupOf, isSame, isSameKind, type ProjectResource, type WebhookEntry } from '../../../project/project.js';
import { changeProject } from '../../../scaffold/change/change-project.js';
import { knownResource } from '../../../scaffold/change/kinds/known-resource.js';
import type { DeleteWebhookOptions } from './flags.js';
import type { MadePlan } from '../../../output/plan/make-plan.js';
import type { Environment, Outcome } from '../../../output/operation/outcome.js';

const sorts = ['defaulting', 'validation', 'conversion'] as const;
type Sort = (typeof sorts)[number];

/** Deletes what `create webhook` scaffolded for a kind, except for files that the user has edited since. */
export async function deleteWebhook(options: DeleteWebhookOptions, environment: Environment): Promise<Outcome> {
  const { host, cwd } = environment;
  const found = findProject(host, cwd);
  const { kind, force } = options;
  const resource = await knownResource(found.project, options);
  const apiVersion = [apiGroupOf(resource), resource.version].filter(Boolean).join('/');
  const there = sorts.filter((sort) => resource.webhooks?.[sort]);
  const chosen = sorts.filter((sort) => options[sort]);
  const gone = chosen.length === 0 ? there : chosen;
  const missing = gone.filter((sort) => !there.includes(sort));
  if (gone.length === 0 || missing.length > 0) {
    const left = force ? await deleteLeft(environment, found, resource, missing) : undefined;
    if (left === undefined) refuse('webhook-not-found', { kind, apiVersion, missing, there });
    return {
      root: found.root,
      ...left,
      summary: `Deleted what was left of webhooks of ${kind} of ${apiVersion}.`,
      next: [],
    };
  }

  const { webhooks: existing, ...plain } = resource;
  const webhooks = existing && remaining(existing, gone);
  // An external kind without controllers was listed only for its webhooks.
  const isUnused = webhooks === undefined && resource.origin !== undefined && resource.controllers.length === 0;
  const edit = startEdit(found);
  if (isUnused) removeResource(edit, resource);
  else putResource(edit, webhooks === undefined ? plain : { ...plain, webhooks });
  const made = await changeProject(environment, found, { edit, force, isDeletion: true });
  const what = gone.length === there.length ? 'webhooks' : `webhook${gone.length > 1 ? 's' : ''} (${gone.join(', ')})`;
  return { root: found.root, ...made, summary: `Deleted the ${what} of ${kind} of ${apiVersion}.`, next: [] };
}

/**
 * Deletes the files that an earlier run kept of webhooks that PROJECT no longer lists.
 * @param missing the types of the webhooks; by default those that PROJECT does not list
 * @returns undefined if nothing is left
 */
async function deleteLeft(
  environment: Environment,
  found: FoundProject,
  resource: ProjectResource,
  missing: readonly Sort[],
): Promise<MadePlan | undefined> {
  const { project } = found;
  const { webhooks } = resource;
  const isGone = (sort: Sort): boolean => (missing.length > 0 ? missing.includes(sort) : webhooks?.[sort] !== true);
  const versions = project.resources.filter((each) => isSameKind(each, resource) && !isSame(each, resource));
  const spoke = versions.map(({ version }) => version);
  const before: WebhookEntry = {
    ...(webhooks ?? { defaulting: false, validation: false, conversion: false, spoke: [] }),
    ...Object.fromEntries(sorts.filter(isGone).map((sort) => [sort, true])),
    // A version without a hub cannot be converted.
    ...(isGone('conversion') && spoke.length > 0
      ? { conversion: true, spoke }
      : { conversion: webhooks?.conversion ?? false }),
  };
  const resources = project.resources.map((each) => (each === resource ? { ...each, webhooks: before } : each));
  const made = await changeProject(environment, found, {
    present: { ...project, resources },
    ...{ force: true, isDeletion: true },
  });
  const isDeleted = made.plan.files.some(({ action, path }) => action === 'delete' && path.startsWith('src/'));
  return isDeleted ? made : undefined;
}

/** Returns the remaining webhooks; undefined if there are none. */
function remaining(webhooks: WebhookEntry, gone: readonly Sort[]): WebhookEntry | undefined {
  const { defaulting, validation, conversion, spoke, defaultingPath, validationPath } = webhooks;
  const stays = (sort: Sort, there: boolean): boolean => there && !gone.includes(sort);
  const left = {
    defaulting: stays('defaulting', defaulting),
    validation: stays('validation', validation),
    conversion: stays('conversion', conversion),
  };
  if (!sorts.some((sort) => left[sort])) return undefined;
  return {
    ...left,
    spoke: left.conversion ? spoke : [],
    ...(left.defaulting && defaultingPath !== undefined ? { defaultingPath } : {}),
    ...(left.validation && validationPath !== undefined ? { validationPath } : {}),
  };
}
