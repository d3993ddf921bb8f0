import { posix } from 'node:path';
import { diagnostic, refuse, refuseAll, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { shellLine } from '../../../base/diagnostics/shell-line.js';
import type { Host } from '../../../base/io/host.js';
import { defined } from '../../../base/model/defined.js';
import type { Environment, Outcome } from '../../../output/operation/outcome.js';
import type { Plan } from '../../../output/plan/plan.js';
import { findProject, type FoundProject } from '../../../project/find-project.js';
import { controllerFile, conversionFile, webhookCodeFile } from '../../../project/paths.js';
import { putCertificates, putResource, startEdit } from '../../../project/project-edit.js';
import { apiGroupOf, isSame, type Project, type ProjectResource, type WebhookEntry } from '../../../project/project.js';
import { changeProject } from '../../../scaffold/change/change-project.js';
import type { CertificateOptions, CreateWebhookOptions } from './flags.js';
import {
  asksForAny,
  conversionProblems,
  differences,
  flagProblems,
  pathProblems,
  resourceWithTypes,
} from './problems.js';

/** Scaffolds webhooks of a kind, and everything that the API server needs to call them. */
export async function createWebhook(
  options: CreateWebhookOptions | CertificateOptions,
  environment: Environment,
): Promise<Outcome> {
  if (!('kind' in options)) return changeCertificates(options, environment);
  const { host, cwd } = environment;
  const found = findProject(host, cwd);
  const { root, project } = found;
  refuseAll(flagProblems(options));
  const resource = await resourceWithTypes(project, options);
  if (!asksForAny(options) && resource.webhooks === undefined) refuse('webhook-type-required', {});
  refuseAll(conversionProblems(project, resource, options));
  const { webhooks: existing } = resource;
  if (!options.force) refuseAll(differences(options, resource));

  const webhooks = united(existing, options);
  refuseAll(pathProblems(project, { ...resource, webhooks }));
  const { certificates = project.certificates } = options;
  const isFirst = project.resources.every((each) => each.webhooks === undefined);
  const nothingNew =
    !options.force && certificates === project.certificates && JSON.stringify(webhooks) === JSON.stringify(existing);
  const resources = project.resources.map((each) => (isSame(each, resource) ? withoutAsked(each, options) : each));
  const edit = startEdit(found);
  if (!nothingNew) putResource(edit, { ...resource, webhooks });
  if (certificates !== project.certificates) putCertificates(edit, certificates);
  const made = await changeProject(environment, found, {
    edit,
    force: options.force,
    again: options.force ? { without: { ...project, resources }, paths: /^src\/webhook\// } : undefined,
  });
  return {
    root,
    plan: made.plan,
    diagnostics: [
      ...(resource.origin?.from === 'core' && !nothingNew
        ? [diagnostic('built-in-kind-webhook', { kind: resource.kind })]
        : []),
      ...made.diagnostics,
      ...(webhooks.conversion && !nothingNew ? unconvertedTests(host, found, resource, made.plan) : []),
    ],
    summary: `${summaryOf(options, resource, nothingNew)}${isFirst && asksForAny(options) ? requirementOf(certificates) : ''}`,
    next: nothingNew ? [] : [...toEdit(options, resource, project), 'npx operator-gen manifests'],
  };
}

/** Changes the issuer of the certificate of all webhooks. */
async function changeCertificates(
  { certificates, force }: CertificateOptions,
  environment: Environment,
): Promise<Outcome> {
  const found = findProject(environment.host, environment.cwd);
  const { root, project } = found;
  if (project.resources.every(({ webhooks }) => webhooks === undefined)) refuse('webhook-type-required', {});
  const edit = startEdit(found);
  if (certificates !== project.certificates) putCertificates(edit, certificates);
  const made = await changeProject(environment, found, { edit, force });
  return { root, ...made, summary: issuedBy(certificates), next: ['npx operator-gen manifests'] };
}

const makers = { 'cert-manager': 'cert-manager', 'self-signed': 'the operator itself' } as const;

/** Returns what the certificate of the first webhooks requires, as the end of the summary. */
function requirementOf(certificates: CertificateOptions['certificates']): string {
  return certificates === 'cert-manager'
    ? ' Their certificate is issued by cert-manager, which must be installed in the cluster.'
    : '';
}

function issuedBy(certificates: CertificateOptions['certificates'] = 'cert-manager'): string {
  return `The certificate of the webhooks is now issued by ${makers[certificates]}.`;
}

function summaryOf(options: CreateWebhookOptions, resource: ProjectResource, nothingNew: boolean): string {
  const { kind, version } = resource;
  if (nothingNew) return `The webhooks of ${kind} already exist: nothing to create.`;
  if (!asksForAny(options)) return issuedBy(options.certificates);
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

/** Returns a resource without the requested webhooks. Defaulting and validating webhooks share a file. */
function withoutAsked(resource: ProjectResource, options: CreateWebhookOptions): ProjectResource {
  const { webhooks, ...rest } = resource;
  if (webhooks === undefined) return resource;
  const isAdmission = options.defaulting || options.validation;
  const { defaulting, validation, conversion, spoke } = webhooks;
  const left = {
    ...webhooks,
    defaulting: defaulting && !isAdmission,
    validation: validation && !isAdmission,
    conversion: conversion && !options.conversion,
    spoke: options.conversion ? spoke.filter((each) => !options.spoke.includes(each)) : spoke,
  };
  return left.defaulting || left.validation || left.conversion ? { ...rest, webhooks: left } : rest;
}

// The CRDs in config/crd/bases contain no conversion; a kustomization adds it.
const installsConversions = /['"`](?:\.\/)?config\/(?:default|crd)\/?['"`]/;
const servesConversions = /\b(?:webhookServerOptions|registerWebhooks)\b/;

/**
 * Reports the tests of a kind's controllers that start an API server and do not serve the conversion of the kind. The
 * scaffolded test does so; a test that a user has rewritten may have no place for that.
 */
function unconvertedTests(
  host: Host,
  { root, project }: FoundProject,
  { group, kind }: ProjectResource,
  { files }: Plan,
): readonly Diagnostic[] {
  const planned = new Map(files.map(({ path, after }) => [path, after]));
  const tests = project.resources
    .filter((each) => each.group === group && each.kind === kind)
    .flatMap((each) => each.controllers.map((entry) => controllerFile(each, project, entry)))
    .map((path) => path.replace(/\.ts$/, '.test.ts'));
  return [...new Set(tests)].flatMap((path) => {
    const text = planned.has(path) ? planned.get(path) : host.read(posix.join(root, path));
    const at = text?.search(/\b(?:join|start)TestEnvironment\(/) ?? -1;
    if (text === undefined || at < 0 || !installsConversions.test(text) || servesConversions.test(text)) return [];
    const above = text.slice(0, at).split('\n');
    const position = { file: path, line: above.length, column: above.at(-1)!.length + 1 };
    return [diagnostic('unconverted-test', { kind, path }, position)];
  });
}
