import type { Host } from '../../base/io/host.js';
import { textOf } from '../../output/kustomize/kustomize.js';
import type { LayoutOptions } from '../../project/layout/layout.js';
import type { Project } from '../../project/project.js';
import { keptWebhookNames } from './webhooks/kept-webhook-names.js';
import { managerIndex } from './kustomizations/manager-container.js';
import { presentPackages } from './packages/packages.js';

/** Returns what the scaffolded files of a project have from its files, and not from PROJECT. */
export function presentSettings(host: Host, root: string, project: Project): LayoutOptions {
  return {
    packages: presentPackages(host, root),
    keepsName: keptWebhookNames(host, root, project),
    managerIndex: managerIndex((path) => textOf({ host, root, planned: new Map() }, path)),
  };
}
