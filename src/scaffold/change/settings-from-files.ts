import { posix } from 'node:path';
import type { Host } from '../../base/io/host.js';
import { textOf } from '../../output/kustomize/kustomize.js';
import { webhookNameParts } from '../../project/layout/contexts/webhook.js';
import type { LayoutOptions } from '../../project/layout/layout.js';
import { webhookCodeFile } from '../../project/paths.js';
import { apiGroupOf, hasAdmission, type Project, type ProjectResource } from '../../project/project.js';
import { oldWebhookName } from '../../project/webhook-name.js';
import { managerIndex } from './kustomizations/manager-container.js';
import { presentPackages } from './packages/packages.js';

/** Returns the settings of scaffolded files that come from other files instead of PROJECT. */
export function presentSettings(host: Host, root: string, project: Project): LayoutOptions {
  return {
    packages: presentPackages(host, root),
    keepsName: keptWebhookNames(host, root, project),
    managerIndex: managerIndex((path) => textOf({ host, root, planned: new Map() }, path)),
  };
}

const verbs = ['mutate', 'validate'] as const;

/**
 * Returns the webhooks whose code still has the name given by an earlier version of the tool. They keep it, because
 * monitoring refers to webhooks by name.
 */
function keptWebhookNames(host: Host, root: string, project: Project): NonNullable<LayoutOptions['keepsName']> {
  const kept = new Set(
    project.resources.filter(hasAdmission).flatMap((resource) => {
      const code = host.read(posix.join(root, webhookCodeFile(resource, project))) ?? '';
      return verbs
        .filter((verb) => code.includes(`'${oldWebhookName(webhookNameParts(project, resource, verb))}'`))
        .map((verb) => keyOf(resource, verb));
    }),
  );
  return (resource, verb) => kept.has(keyOf(resource, verb));
}

function keyOf(resource: ProjectResource, verb: string): string {
  return `${verb} ${apiGroupOf(resource)}/${resource.version}/${resource.kind}`;
}
