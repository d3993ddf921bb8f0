import { refuseAll } from '../../../base/diagnostics/diagnostic.js';
import type { Given } from '../../framework/flags.js';
import { findResource } from '../../../project/find-resource.js';
import { isSameKind, type Project } from '../../../project/project.js';
import { refuseUnknownKind } from '../../../scaffold/change/kinds/known-resource.js';
import type { createWebhookFlags, CreateWebhookOptions } from './flags.js';
import { conversionProblems, differences, flagProblems, resourceWithTypes } from './problems.js';

type CreateWebhookGiven = Given<typeof createWebhookFlags>;

/**
 * Checks the given flags before questions.
 * @throws DiagnosticsError with the problems that no answer can solve
 */
export function refuseFlags(typed: CreateWebhookGiven): void {
  const { defaulting = false, validation = false, conversion = false, certificates } = typed;
  const isOpen = !defaulting && !validation && !conversion && certificates === undefined;
  const all = isOpen
    ? { defaulting: true, validation: true, conversion: true }
    : { defaulting, validation, conversion };
  const isAsked = all.conversion && (typed.spoke ?? []).length === 0;
  refuseAll(flagProblems({ ...optionsOf(typed), ...all, ...(isAsked ? { spoke: ['v1'] } : {}) }));
}

/**
 * Checks the kind while its version is unknown.
 * @throws DiagnosticsError when no version of the kind exists
 */
export async function refuseKind(project: Project, answers: CreateWebhookGiven): Promise<undefined> {
  const { version: _version, ...named } = optionsOf(answers);
  await refuseUnknownKind(project, named);
}

/**
 * Checks the kind in its version while the webhooks are unknown.
 * @throws DiagnosticsError when it cannot have webhooks, or not those of the flags
 */
export async function refuseVersion(project: Project, answers: CreateWebhookGiven): Promise<undefined> {
  const options = optionsOf(answers);
  const resource = await resourceWithTypes(project, options);
  refuseAll(conversionProblems(project, resource, options));
  if (!options.force) refuseAll(differences(options, resource));
}

/** Returns the versions of the kind that can be converted to the named one. */
export function otherVersions(project: Project, answers: CreateWebhookGiven): readonly string[] {
  const hub = findResource(project, optionsOf(answers));
  if (hub === undefined) return [];
  const versions = project.resources.filter((each) => isSameKind(each, hub) && each.api !== undefined);
  return versions.map(({ version }) => version).filter((version) => version !== hub.version);
}

/** Returns the options so far. Names that are still unknown are not read. */
function optionsOf(given: CreateWebhookGiven): CreateWebhookOptions {
  const off = { defaulting: false, validation: false, conversion: false, spoke: [], force: false };
  return { ...off, version: '', kind: '', ...given };
}
