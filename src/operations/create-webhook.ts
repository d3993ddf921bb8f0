import { diagnostic, DiagnosticsError, refuse, type Diagnostic } from '../diagnostics/diagnostic.js';
import { findProject } from '../project/find-project.js';
import { webhookCodeFile } from '../project/paths.js';
import { isSameKind, withResource } from '../project/project-file.js';
import { apiGroupOf, type Project, type ProjectResource, type WebhookEntry } from '../project/project.js';
import { keepCodeIn } from '../ts/code-cache.js';
import { changeProject } from './change-project.js';
import { knownResource } from './known-resource.js';
import type { CreateWebhookOptions } from './options.js';
import type { Environment, Outcome } from './outcome.js';

/** Scaffolds webhooks of a kind, and everything that the cluster needs to call them. */
export async function createWebhook(
  options: CreateWebhookOptions,
  { host, cwd, memory }: Environment,
): Promise<Outcome> {
  keepCodeIn(memory);
  const found = findProject(host, cwd);
  const { root, project } = found;
  refuseAll(flagProblems(options));
  const resource = await knownResource(project, options);
  refuseAll(conversionProblems(project, resource, options));
  const { webhooks: existing } = resource;
  if (existing !== undefined && !options.force) refuseAll(differences(options, existing));

  const webhooks = united(existing, options);
  const nothingNew = !options.force && JSON.stringify(webhooks) === JSON.stringify(existing);
  const without = { ...project, resources: project.resources.map((each) => (each === resource ? plain(each) : each)) };
  const made = await changeProject(host, found, {
    text: nothingNew ? found.text : withResource(found, { ...resource, webhooks }),
    force: options.force,
    ...(options.force ? { present: without } : {}),
  });
  const { kind } = options;
  return {
    root,
    plan: made.plan,
    diagnostics: [
      ...(resource.origin?.from === 'core' ? [diagnostic('webhook-of-core', { kind })] : []),
      ...made.diagnostics,
    ],
    summary: nothingNew
      ? `The webhooks of ${kind} exist already: nothing to create.`
      : `Made webhooks of ${kind} of ${[apiGroupOf(resource), resource.version].filter(Boolean).join('/')}.`,
    next: nothingNew ? [] : [`edit ${webhookCodeFile(resource, project)}`, 'npx operator-gen manifests'],
  };
}

function refuseAll(problems: readonly Diagnostic[]): void {
  if (problems.length > 0) throw new DiagnosticsError(...problems);
}

function* pathsOf(
  options: CreateWebhookOptions,
): Generator<{ flag: string; needed: string; given: boolean; path: string }> {
  const { defaulting, validation, defaultingPath, validationPath } = options;
  if (defaultingPath !== undefined)
    yield { flag: '--defaulting-path', needed: '--defaulting', given: defaulting, path: defaultingPath };
  if (validationPath !== undefined)
    yield { flag: '--validation-path', needed: '--programmatic-validation', given: validation, path: validationPath };
}

function flagProblems(options: CreateWebhookOptions): readonly Diagnostic[] {
  const { defaulting, validation, conversion, spoke } = options;
  if (!defaulting && !validation && !conversion) refuse('no-webhook-chosen', {});
  const paths = [...pathsOf(options)];
  return [
    ...paths.filter(({ given }) => !given).map(({ flag, needed }) => diagnostic('flag-without', { flag, needed })),
    ...paths
      .filter(({ path }) => !/^(?:\/[\w-]+)+$/.test(path))
      .map(({ flag, path }) => diagnostic('webhook-path-refused', { flag, path })),
    ...(spoke.length > 0 && !conversion
      ? [diagnostic('flag-without', { flag: '--spoke', needed: '--conversion' })]
      : []),
    ...(spoke.length === 0 && conversion
      ? [diagnostic('flag-without', { flag: '--conversion', needed: '--spoke' })]
      : []),
  ];
}

function conversionProblems(
  { resources }: Project,
  hub: ProjectResource,
  { conversion, spoke, kind }: CreateWebhookOptions,
): readonly Diagnostic[] {
  if (!conversion) return [];
  if (hub.origin !== undefined) return [diagnostic('conversion-of-others', { kind })];
  const versions = resources.filter((each) => isSameKind(each, hub) && each.api !== undefined);
  const other = versions.find((each) => each !== hub && each.webhooks?.conversion);
  return [
    ...(other === undefined
      ? []
      : [
          diagnostic('webhook-differs', {
            kind,
            difference: `${other.version} is the hub of its conversions`,
            flag: '--conversion',
          }),
        ]),
    ...spoke.flatMap((version, index) => {
      const reason = spokeProblem(version, spoke.indexOf(version) < index, hub, versions);
      return reason === undefined ? [] : [diagnostic('spoke-refused', { version, reason })];
    }),
  ];
}

function spokeProblem(
  version: string,
  isRepeated: boolean,
  hub: ProjectResource,
  versions: readonly ProjectResource[],
): string | undefined {
  if (isRepeated) return 'is named twice';
  if (version === hub.version) return 'is the hub itself';
  return versions.some((each) => each.version === version) ? undefined : `is no version of ${hub.kind} in this project`;
}

/** A second call may add webhooks; it may not say something else about those that are there. */
function differences(options: CreateWebhookOptions, existing: WebhookEntry): readonly Diagnostic[] {
  const { kind } = options;
  return (
    [
      ['--defaulting-path', options.defaulting && existing.defaulting, options.defaultingPath, existing.defaultingPath],
      ['--validation-path', options.validation && existing.validation, options.validationPath, existing.validationPath],
    ] as const
  ).flatMap(([flag, both, wanted, there]) =>
    !both || wanted === undefined || wanted === there
      ? []
      : [diagnostic('webhook-differs', { kind, difference: `its path is ${there ?? 'the usual one'}`, flag })],
  );
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
    ...(paths.defaultingPath === undefined ? {} : { defaultingPath: paths.defaultingPath }),
    ...(paths.validationPath === undefined ? {} : { validationPath: paths.validationPath }),
  };
}

function plain({ webhooks: _webhooks, ...resource }: ProjectResource): ProjectResource {
  return resource;
}
