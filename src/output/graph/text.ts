import { escapeControls } from '../../base/diagnostics/print-escape.js';
import type { NamedKind } from '../../base/model/permission.js';
import type { Position } from '../../base/model/position.js';
import type { Graph, GraphController, GraphKind, GraphPermission, GraphWebhook } from './graph.js';
import { conversionText, groupText, kindText, verbsOf, versionText } from './words.js';

/** Returns a graph as text: each kind with what acts on it, and the permissions. */
export function graphText(graph: Graph): string {
  const others = graph.controllers.filter(({ reconciles }) => !graph.kinds.some((kind) => names(reconciles, kind)));
  const rest = graph.webhooks.filter(({ resources }) => !graph.kinds.some((kind) => names(resources, kind)));
  const parts = [
    ...(graph.kinds.length === 0 ? [['No kinds']] : graph.kinds.map((kind) => kindLines(kind, graph))),
    ...(others.length === 0 ? [] : [['Other controllers', ...others.flatMap(controllerLines)]]),
    ...(rest.length === 0 ? [] : [['Other webhooks', ...rest.map(webhookLine)]]),
    permissionLines(graph.permissions),
  ];
  return `${parts.map((lines) => lines.map(escapeControls).join('\n')).join('\n\n')}\n`;
}

function kindLines(kind: GraphKind, { controllers, webhooks }: Graph): readonly string[] {
  const { conversion } = kind;
  return [
    `${kind.kind} (${groupText(kind.group)}, ${kind.scope})`,
    ...kind.versions.map((each) => `  ${versionText(each)}; ${placeOf(each.position)}`),
    ...(conversion === undefined ? [] : [`  conversion webhook: ${conversionText(conversion)}`]),
    ...webhooks.filter(({ resources }) => names(resources, kind)).map(webhookLine),
    ...controllers.filter(({ reconciles }) => names(reconciles, kind)).flatMap(controllerLines),
  ];
}

function names(all: readonly NamedKind[], { group, resource }: GraphKind): boolean {
  return all.some((each) => each.group === group && each.resource.split('/', 1)[0] === resource);
}

function webhookLine({ name, type, verbs, resources, at }: GraphWebhook): string {
  return `  ${type} webhook ${name}: ${verbs.join(', ')} on ${resources.map(({ resource }) => resource).join(', ')}, at ${at}`;
}

function controllerLines({ name, owns, watches, hasOthers, position }: GraphController): readonly string[] {
  const list = (word: string, kinds: readonly NamedKind[]): readonly string[] =>
    kinds.length === 0 ? [] : [`    ${word} ${kinds.map(kindText).join(', ')}`];
  return [
    `  controller ${name}; ${placeOf(position)}`,
    ...list('owns', owns),
    ...list('watches', watches),
    ...(hasOthers ? ['    watches sources that are known only at run time'] : []),
  ];
}

function permissionLines(permissions: readonly GraphPermission[]): readonly string[] {
  if (permissions.length === 0) return ['No permissions'];
  const line = (each: GraphPermission): string => {
    const what = each.resource === '' ? each.urls.join(', ') : `${each.resource} (${groupText(each.group)})`;
    return `  ${what}: ${verbsOf(each)}`;
  };
  return ['Permissions', ...permissions.map(line)];
}

function placeOf({ file, line }: Position): string {
  return `${file}:${line}`;
}
