import { diagnostic, DiagnosticsError, refuse, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { shellLine } from '../../diagnostics/shell-line.js';
import { findProject } from '../../project/find-project.js';
import { conversionFile, webhookCodeFile } from '../../project/paths.js';
import { putCertificates, putResource, startEdit } from '../../project/project-edit.js';
import { apiGroupOf, isSame, type Project, type ProjectResource, type WebhookEntry } from '../../project/project.js';
import { changeProject } from '../../change/change-project.js';
import { knownResource } from '../../change/known-resource.js';
import type { CreateWebhookOptions } from './flags.js';
import type { Environment, Outcome } from '../../plan/outcome.js';
import { asksForAny, conversionProblems, differences, flagProblems, pathProblems } from './problems.js';
import { defined } from '../../model/defined.js';

/** Scaffolds webhooks of a kind, and everything that the cluster needs to call them. */
export async function createWebhook(options: CreateWebhookOptions, { host, cwd }: Environment): Promise<Outcome> {
  const found = findProject(host, cwd);
  const { root, project } = found;
  refuseAll(flagProblems(options));
  const resource = await knownResource(project, options);
  if (resource.origin === undefined && resource.api === undefined)
    refuse('webhook-without-types', { kind: resource.kind });
  if (!asksForAny(options) && resource.webhooks === undefined) refuse('webhook-type-required', {});
  refuseAll(conversionProblems(project, resource, options));
  const { webhooks: existing } = resource;
  if (!options.force) refuseAll(differences(options, resource));

  const webhooks = united(existing, options);
  refuseAll(pathProblems(project, { ...resource, webhooks }));
  const { certificates = project.certificates } = options;
  const nothingNew =
    !options.force && certificates === project.certificates && JSON.stringify(webhooks) === JSON.stringify(existing);
  const resources = project.resources.map((each) => (isSame(each, resource) ? plain(each) : each));
  const without = { ...project, resources };
  const edit = startEdit(found);
  if (!nothingNew) putResource(edit, { ...resource, webhooks });
  if (certificates !== project.certificates) putCertificates(edit, certificates);
  const made = await changeProject(host, found, {
    edit,
    force: options.force,
    ...(options.force ? { present: without } : {}),
  });
  return {
    root,
    plan: made.plan,
    diagnostics: [
      ...(resource.origin?.from === 'core' && !nothingNew
        ? [diagnostic('built-in-kind-webhook', { kind: resource.kind })]
        : []),
      ...made.diagnostics,
    ],
    summary: summaryOf(options, resource, nothingNew),
    next: nothingNew ? [] : [...toEdit(options, resource, project), 'npx operator-gen manifests'],
  };
}

function refuseAll(problems: readonly Diagnostic[]): void {
  if (problems.length > 0) throw new DiagnosticsError(...problems);
}

const makers = { 'cert-manager': 'cert-manager', 'self-signed': 'the operator itself' } as const;

function summaryOf(options: CreateWebhookOptions, resource: ProjectResource, nothingNew: boolean): string {
  const { kind, version } = resource;
  if (nothingNew) return `The webhooks of ${kind} already exist: nothing to create.`;
  if (!asksForAny(options))
    return `The certificate of the webhooks is now issued by ${makers[options.certificates ?? 'cert-manager']}.`;
  return `Created webhooks of ${kind} of ${[apiGroupOf(resource), version].filter(Boolean).join('/')}.`;
}

/** Returns the next steps for the user, as commands. */
function toEdit(
  { defaulting, validation, spoke }: CreateWebhookOptions,
  resource: ProjectResource,
  project: Project,
): readonly string[] {
  const admission = defaulting || validation ? [webhookCodeFile(resource, project)] : [];
  const conversions = spoke.map((version) => conversionFile({ ...resource, version }, project));
  return [...admission, ...conversions].map((file) => shellLine(['edit', file]));
}

/** Merges the existing webhooks with the requested ones. */
function united(existing: WebhookEntry | undefined, options: CreateWebhookOptions): WebhookEntry {
  const { defaulting, validation, conversion, spoke, defaultingPath, validationPath } = options;
  const paths = {
    defaultingPath: defaultingPath ?? existing?.defaultingPath,
    validationPath: validationPath ?? existing?.validationPath,
  };
  return {
    defaulting: defaulting || (existing?.defaulting ?? false),
    validation: validation || (existing?.validation ?? false),
    conversion: conversion || (existing?.conversion ?? false),
    spoke: [...new Set([...(existing?.spoke ?? []), ...spoke])],
    ...defined({ defaultingPath: paths.defaultingPath, validationPath: paths.validationPath }),
  };
}

function plain({ webhooks: _webhooks, ...resource }: ProjectResource): ProjectResource {
  return resource;
}
