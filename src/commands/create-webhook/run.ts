import { diagnostic, DiagnosticsError, refuse, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { shellLine } from '../../diagnostics/shell-line.js';
import { findProject, type FoundProject } from '../../project/find-project.js';
import { conversionFile, webhookCodeFile } from '../../project/paths.js';
import { parseProject, withCertificates, withResource } from '../../project/project-file.js';
import {
  apiGroupOf,
  type Certificates,
  type Project,
  type ProjectResource,
  type WebhookEntry,
} from '../../project/project.js';
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
  if (!asksForAny(options) && resource.webhooks === undefined) refuse('no-webhook-chosen', {});
  refuseAll(conversionProblems(project, resource, options));
  const { webhooks: existing } = resource;
  if (!options.force) refuseAll(differences(options, resource));

  const webhooks = united(existing, options);
  refuseAll(pathProblems(project, { ...resource, webhooks }));
  const { certificates = project.certificates } = options;
  const nothingNew =
    !options.force && certificates === project.certificates && JSON.stringify(webhooks) === JSON.stringify(existing);
  const without = { ...project, resources: project.resources.map((each) => (each === resource ? plain(each) : each)) };
  const made = await changeProject(host, found, {
    text: nothingNew ? found.text : textWith(found, { ...resource, webhooks }, certificates),
    force: options.force,
    ...(options.force ? { present: without } : {}),
  });
  return {
    root,
    plan: made.plan,
    diagnostics: [
      ...(resource.origin?.from === 'core' && !nothingNew
        ? [diagnostic('webhook-of-core', { kind: resource.kind })]
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
  if (nothingNew) return `The webhooks of ${kind} exist already: nothing to create.`;
  if (!asksForAny(options))
    return `The certificate of the webhooks is made by ${makers[options.certificates ?? 'cert-manager']} from now on.`;
  return `Made webhooks of ${kind} of ${[apiGroupOf(resource), version].filter(Boolean).join('/')}.`;
}

/** PROJECT with the webhooks of a resource, and with who makes their certificate. */
function textWith(found: FoundProject, resource: ProjectResource, certificates: Certificates): string {
  const text = withResource(found, resource);
  return certificates === found.project.certificates ? text : withCertificates(parseProject(text), certificates);
}

/** What the user fills in, as commands. */
function toEdit(
  { defaulting, validation, spoke }: CreateWebhookOptions,
  resource: ProjectResource,
  project: Project,
): readonly string[] {
  const admission = defaulting || validation ? [webhookCodeFile(resource, project)] : [];
  const conversions = spoke.map((version) => conversionFile({ ...resource, version }, project));
  return [...admission, ...conversions].map((file) => shellLine(['edit', file]));
}

/** What is there, and what is asked for. */
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
