import { counted } from '../../../base/diagnostics/counted.js';
import { escapeControls } from '../../../base/diagnostics/print-escape.js';
import type { Kind, KindVersion } from '../../../base/model/kind.js';
import type { Model } from '../../../base/model/model.js';
import type { RbacRule } from '../../../base/model/rbac.js';
import { sumOver } from '../../../base/model/schema.js';
import type { WebhookRule } from '../../../base/model/webhook.js';

/** Summarizes a model in a few lines of text. */
export function describeModel({ kinds, rbac, webhooks }: Model): string {
  const parts = [
    ...(kinds.length === 0 ? [['No kinds']] : kinds.map(describeKind)),
    permissions(rbac),
    ...(webhooks.length === 0 ? [] : [['Webhooks', ...webhooks.map((each) => `  ${describeWebhook(each)}`)]]),
  ];
  return `${parts.map((lines) => lines.map(escapeControls).join('\n')).join('\n\n')}\n`;
}

function describeKind(kind: Kind): readonly string[] {
  const names = [
    `plural ${kind.plural}`,
    `singular ${kind.singular}`,
    ...(kind.listKind === `${kind.kind}List` ? [] : [`list ${kind.listKind}`]),
    ...(kind.shortNames.length > 0 ? [`short ${kind.shortNames.join(', ')}`] : []),
    ...(kind.categories.length > 0 ? [`categories ${kind.categories.join(', ')}`] : []),
  ];
  return [
    `${kind.kind} (${kind.group}, ${kind.scope})`,
    `  ${names.join('; ')}`,
    ...kind.versions.map(describeVersion),
  ];
}

function describeVersion(version: KindVersion): string {
  const fields = sumOver(version.schema, ({ properties = [] }) => properties.length);
  const facts = [
    counted(fields, 'field'),
    ...(version.served ? [] : ['not served']),
    ...(version.storage ? ['stored'] : []),
    ...(version.status ? ['status subresource'] : []),
    ...(version.scale === undefined ? [] : ['scale subresource']),
    ...(version.printColumns.length > 0 ? [counted(version.printColumns.length, 'column')] : []),
  ];
  return `  ${version.name}: ${facts.join(', ')}; ${version.position.file}:${version.position.line}`;
}

function permissions(rbac: readonly RbacRule[]): readonly string[] {
  return rbac.length === 0 ? ['No permissions'] : ['Permissions', ...rbac.map((rule) => `  ${describeRule(rule)}`)];
}

function describeRule({ verbs, resources, groups, resourceNames, urls, roleName, namespace }: RbacRule): string {
  const core = (group: string): string => (group === '' ? 'core' : group);
  return [
    verbs.join(', '),
    ...(resources.length > 0 ? [`on ${resources.join(', ')} of ${groups.map(core).join(', ') || 'core'}`] : []),
    ...(resourceNames.length > 0 ? [`named ${resourceNames.join(', ')}`] : []),
    ...(urls.length > 0 ? [`on ${urls.join(', ')}`] : []),
    ...(namespace === '' ? [] : [`in ${namespace}`]),
    ...(roleName === '' ? [] : [`by the role ${roleName}`]),
  ].join(' ');
}

function describeWebhook({ name, mutating, verbs, resources, path, url }: WebhookRule): string {
  const sort = mutating ? 'mutating' : 'validating';
  return `${name}: ${sort}, ${verbs.join(', ')} on ${resources.join(', ')}, at ${path ?? url}`;
}
