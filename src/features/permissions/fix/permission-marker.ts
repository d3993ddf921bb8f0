import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { lineEndOf } from '../../../base/text/text.js';
import type { Position } from '../../../base/model/position.js';
import { coreless, type RbacRule } from '../../../base/model/rbac.js';
import { applyEdits, blanksBefore, lineWidth, type Edit } from '../../../scaffold/refactor/code/code-edit.js';
import {
  isSame,
  listEdit,
  listIn,
  placeOf,
  quoteOf,
  type ListPlace,
} from '../../../scaffold/refactor/code/list-edit.js';
import type { DecoratorRule } from '../../../scaffold/refactor/markers/rbac-rules.js';

/** Permission to add to the markers of a class. */
export interface AddedPermission {
  readonly group: string;
  readonly resource: string;
  readonly verbs: readonly string[];
  readonly resourceName?: string;
  /** Namespace of the role; absent for a ClusterRole. */
  readonly roleNamespace?: string;
  /** Name of the role; absent for the default role. */
  readonly roleName?: string;
  /** Line that needs it: the marker is added to the class around it, or to a class that already has markers. */
  readonly position: Position;
}

/** Marker of a class, as written and as parsed. */
export interface Marker extends DecoratorRule {
  readonly model: RbacRule | undefined;
}

/** Verbs in the order in which Kubernetes documents them. */
const order = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'];

export interface Target {
  readonly file: ts.SourceFile;
  readonly target: ts.ClassDeclaration;
  readonly own: readonly Marker[];
  readonly name: string;
}

/** Adds a marker below those of the class, or above its first line. */
export function insertion({ file, target, own, name }: Target, added: AddedPermission): Edit {
  const last = own.at(-1)?.decorator;
  const group = groupText(own, added.group, quoteOf(file));
  const quote = quoteOf(file);
  const text = (value: string): string => `${quote}${value}${quote}`;
  const list = (values: readonly string[]): string => `[${values.map(text).join(', ')}]`;
  const parts = [
    `groups: [${group}]`,
    `resources: ${list([added.resource])}`,
    `verbs: ${list(sorted(added.verbs))}`,
    ...(added.resourceName === undefined ? [] : [`resourceNames: ${list([added.resourceName])}`]),
    ...(added.roleNamespace === undefined ? [] : [`namespace: ${text(added.roleNamespace)}`]),
    ...(added.roleName === undefined ? [] : [`roleName: ${text(added.roleName)}`]),
  ];
  const line = lineEndOf(file.text);
  const start = last === undefined ? target.getStart(file) : last.getStart(file);
  const indent = blanksBefore(file.text, start);
  const marker = markerText(name, parts, indent, line);
  return last === undefined
    ? { start, end: start, text: `${marker}${line}${indent}` }
    : { start: last.end, end: last.end, text: `${line}${indent}${marker}` };
}

function markerText(name: string, parts: readonly string[], indent: string, line: string): string {
  const short = `@${name}({ ${parts.join(', ')} })`;
  if (indent.length + short.length <= lineWidth) return short;
  return `@${name}({${line}${parts.map((each) => `${indent}  ${each},${line}`).join('')}${indent}})`;
}

/** Returns a group in the form that the other markers of the class use: `groupVersion.group`. */
function groupText(own: readonly Marker[], group: string, quote: string): string {
  for (const { rule, model } of own) {
    const list = rule && listIn(rule, 'groups')?.value;
    if (model === undefined || !isSame(model.groups.map(coreless), [group])) continue;
    if (list !== undefined && typescript.isArrayLiteralExpression(list)) return list.elements[0]!.getText();
  }
  return `${quote}${group === '' ? 'core' : group}${quote}`;
}

function sorted(verbs: readonly string[]): readonly string[] {
  const rank = (verb: string): number => (order.includes(verb) ? order.indexOf(verb) : order.length);
  return verbs.toSorted((one, other) => rank(one) - rank(other));
}

/** Verbs that a marker grants for one of its resources. */
export interface Grant {
  /** The group in the marker. */
  readonly group: string;
  readonly resource: string;
  readonly verbs: readonly string[];
}

/** Groups, resources and verbs of one marker. */
interface Combination {
  readonly groups: readonly string[];
  readonly resources: string[];
  readonly verbs: readonly string[];
}

/** Returns the permissions of a marker, for each of its groups and resources. */
export function grantsOf({ groups, resources, verbs }: RbacRule): readonly Grant[] {
  return resources.flatMap((resource) => groups.map((group) => ({ group, resource, verbs })));
}

/**
 * Rewrites a marker so that it grants exactly these permissions. Resources with different verbs get separate markers
 * below it.
 * @returns undefined if a part of the marker is not written where it can be changed
 */
export function rewriting(text: string, marker: Marker, grants: readonly Grant[]): readonly Edit[] | undefined {
  const { decorator } = marker;
  const [first, ...others] = combinations(grants).map((each) => combinationEdits(marker, each));
  if (grants.every(({ verbs }) => verbs.length === 0)) return [lineOf(text, decorator)];
  if (first === undefined) return undefined;
  const start = decorator.getStart();
  const indent = blanksBefore(text, start);
  const source = text.slice(start, decorator.end);
  const copies: string[] = [];
  for (const edits of others) {
    if (edits === undefined) return undefined;
    const own = edits.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start }));
    copies.push(`${lineEndOf(text)}${indent}${applyEdits(source, own)}`);
  }
  return copies.length === 0 ? first : [...first, { start: decorator.end, end: decorator.end, text: copies.join('') }];
}

/** Merges grants with the same verbs: first the groups of a resource, then the resources. */
function combinations(grants: readonly Grant[]): readonly Combination[] {
  const ofResources = new Map<string, { groups: string[]; resource: string; verbs: readonly string[] }>();
  for (const { group, resource, verbs } of grants) {
    if (verbs.length === 0) continue;
    const key = JSON.stringify([resource, sorted(verbs)]);
    const known = ofResources.get(key) ?? { groups: [], resource, verbs };
    known.groups.push(group);
    ofResources.set(key, known);
  }
  const found = new Map<string, Combination>();
  for (const { groups, resource, verbs } of ofResources.values()) {
    const key = JSON.stringify([groups, sorted(verbs)]);
    const known = found.get(key) ?? { groups, resources: [], verbs };
    known.resources.push(resource);
    found.set(key, known);
  }
  return [...found.values()];
}

/** Returns the edits that reduce a marker to a part of its permissions; undefined if a list cannot be changed. */
function combinationEdits({ rule, ofKind, model }: Marker, to: Combination): readonly Edit[] | undefined {
  const { groups, resources, verbs, customVerbs = [] } = model!;
  const standard = (all: readonly string[]): readonly string[] => all.filter((each) => !customVerbs.includes(each));
  const list = (name: string): ListPlace | undefined => rule && listIn(rule, name);
  const parts = [
    listEdit(list('groups'), groups, to.groups),
    listEdit(list('resources'), resources, to.resources),
    listEdit(ofKind === undefined ? list('verbs') : placeOf(ofKind.verbs), standard(verbs), standard(to.verbs)),
  ];
  return parts.includes(undefined) ? undefined : parts.flatMap((each) => each!);
}

/** Returns the edit that removes a decorator with its line. */
function lineOf(text: string, decorator: ts.Decorator): Edit {
  const start = decorator.getStart();
  const before = blanksBefore(text, start).length;
  const after = /^[ \t]*\r?\n/.exec(text.slice(decorator.end))?.[0].length;
  const isAlone = after !== undefined && (start === before || text[start - before - 1] === '\n');
  return isAlone
    ? { start: start - before, end: decorator.end + after, text: '' }
    : { start, end: decorator.end + (/^[ \t]+/.exec(text.slice(decorator.end))?.[0].length ?? 0), text: '' };
}
