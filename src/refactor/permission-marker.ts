import { typescript, type ts } from '../compiler/compiler.js';
import type { Position } from '../model/position.js';
import { coreless, type RbacRule } from '../model/rbac.js';
import { applyEdits, blanksBefore, lineWidth, type Edit } from './code-edit.js';
import type { DecoratorRule } from './rbac-rules.js';

/** Permission to be added to the markers of a class. */
export interface AddedPermission {
  readonly group: string;
  readonly resource: string;
  readonly verbs: readonly string[];
  readonly resourceName?: string;
  /** Namespace of the role, if it is not that of the other new markers; empty for a ClusterRole. */
  readonly roleNamespace?: string;
  /** Line that needs it: the marker is added to the class around it, or to one that has markers already. */
  readonly position: Position;
}

/** Marker of a class, as it is written and as it is read. */
export interface Marker extends DecoratorRule {
  readonly model: RbacRule | undefined;
}

/** Verbs in the order in which Kubernetes documents them. */
const order = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'];

/** Reports whether two lists are equal. */
export function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each, index) => each === other[index]);
}

export interface Target {
  readonly file: ts.SourceFile;
  readonly target: ts.ClassDeclaration;
  readonly own: readonly Marker[];
  readonly name: string;
}

/** Adds a marker below those of the class, or above its first line. */
export function insertion({ file, target, own, name }: Target, added: AddedPermission, namespace: string): Edit {
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
    ...(namespace === '' ? [] : [`namespace: ${text(namespace)}`]),
  ];
  const line = file.text.includes('\r\n') ? '\r\n' : '\n';
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

/** Returns a group as the other markers of the class write it: `groupVersion.group`. */
function groupText(own: readonly Marker[], group: string, quote: string): string {
  for (const { rule, model } of own) {
    const list = rule && listIn(rule, 'groups')?.value;
    if (model === undefined || !isSame(model.groups.map(coreless), [group])) continue;
    if (list !== undefined && typescript.isArrayLiteralExpression(list)) return list.elements[0]!.getText();
  }
  return `${quote}${group === '' ? 'core' : group}${quote}`;
}

/** Returns the quote that a file uses: that of its first import. */
function quoteOf(file: ts.SourceFile): string {
  return file.statements.find(typescript.isImportDeclaration)?.moduleSpecifier.getText(file)[0] ?? "'";
}

function sorted(verbs: readonly string[]): readonly string[] {
  const rank = (verb: string): number => (order.includes(verb) ? order.indexOf(verb) : order.length);
  return verbs.toSorted((one, other) => rank(one) - rank(other));
}

/** What a marker grants for one of its resources. */
export interface Grant {
  /** As the marker names it. */
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

/** Returns what a marker grants, for each of its groups and resources. */
export function grantsOf({ groups, resources, verbs }: RbacRule): readonly Grant[] {
  return resources.flatMap((resource) => groups.map((group) => ({ group, resource, verbs })));
}

/**
 * Rewrites a marker so that it grants exactly this; resources that have different verbs get markers of their own, below
 * it.
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
    copies.push(`${text.includes('\r\n') ? '\r\n' : '\n'}${indent}${applyEdits(source, own)}`);
  }
  return copies.length === 0 ? first : [...first, { start: decorator.end, end: decorator.end, text: copies.join('') }];
}

/** Joins what has the same verbs: first the groups of a resource, then the resources. */
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

/** Returns the edits that make a marker grant a part of what it grants; undefined if a list cannot be changed. */
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

/** Returns the removal of a decorator with its line. */
function lineOf(text: string, decorator: ts.Decorator): Edit {
  const start = decorator.getStart();
  const before = blanksBefore(text, start).length;
  const after = /^[ \t]*\r?\n/.exec(text.slice(decorator.end))?.[0].length;
  const isAlone = after !== undefined && (start === before || text[start - before - 1] === '\n');
  return isAlone
    ? { start: start - before, end: decorator.end + after, text: '' }
    : { start, end: decorator.end + (/^[ \t]+/.exec(text.slice(decorator.end))?.[0].length ?? 0), text: '' };
}

/** List of a marker: the text that it replaces, and what is written before it. */
interface ListPlace {
  readonly value: ts.Expression;
  /** Node whose text is replaced. */
  readonly node: ts.Node;
  /** The key, if it is not written: of `{ verbs }`. */
  readonly key: string;
}

function listIn(rule: ts.ObjectLiteralExpression, name: string): ListPlace | undefined {
  for (const property of rule.properties) {
    if (typescript.isShorthandPropertyAssignment(property) && property.name.text === name)
      return { value: property.name, node: property, key: `${name}: ` };
    if (typescript.isPropertyAssignment(property) && keyOf(property.name) === name)
      return placeOf(property.initializer);
  }
  return undefined;
}

function keyOf(name: ts.PropertyName): string | undefined {
  return typescript.isIdentifier(name) || typescript.isStringLiteralLike(name) ? name.text : undefined;
}

function placeOf(value: ts.Expression): ListPlace {
  return { value, node: value, key: '' };
}

function lineEnd(source: string, from: number): number {
  const end = source.indexOf('\n', from);
  return end < 0 ? source.length : end;
}

/** Returns the offset behind the comma after an element and the rest of its line; a comment on the next element stays. */
function behindComma(source: string, end: number): number {
  let at = end;
  // Comments between the element and its comma go with the element.
  for (const comment of typescript.getTrailingCommentRanges(source, end) ?? []) at = comment.end;
  for (const comment of typescript.getLeadingCommentRanges(source, at) ?? []) at = comment.end;
  while (/\s/.test(source[at] ?? '')) at += 1;
  if (source[at] !== ',') return end;
  at += 1;
  while (' \t'.includes(source[at] ?? '\n')) at += 1;
  if (source.startsWith('//', at)) at = lineEnd(source, at);
  while (/\s/.test(source[at] ?? '')) at += 1;
  return at;
}

/** Returns the edits of a list of strings: what stays is not touched. Undefined if there must be some, and cannot be. */
function listEdit(
  place: ListPlace | undefined,
  before: readonly string[],
  after: readonly string[],
): readonly Edit[] | undefined {
  if (isSame(before, after)) return [];
  if (place === undefined) return undefined;
  const { value: list, node, key } = place;
  const quote = quoteOf(list.getSourceFile());
  const texts = (values: readonly string[]): readonly string[] => values.map((each) => `${quote}${each}${quote}`);
  const replaced = (parts: readonly string[]): readonly Edit[] => [
    { start: node.getStart(), end: node.end, text: `${key}[${parts.join(', ')}]` },
  ];
  const isLiteral = typescript.isArrayLiteralExpression(list) && list.elements.every(typescript.isStringLiteralLike);
  const fresh = after.filter((each) => !before.includes(each));
  // A list that has a name, or parts that have one, is added to, or replaced: others can use it, too.
  if (!isLiteral) {
    const isExtended = before.every((each) => after.includes(each));
    if (!isExtended) return replaced(texts(after));
    const isList = typescript.isArrayLiteralExpression(list);
    return replaced([
      ...(isList ? list.elements.map((each) => each.getText()) : [`...${list.getText()}`]),
      ...texts(fresh),
    ]);
  }
  const { elements } = list;
  const kept = elements.filter((each) => after.includes((each as ts.StringLiteral).text));
  if (kept.length === 0) return replaced(texts(after));
  const own = kept[0]!.getText()[0]!;
  const source = list.getSourceFile().text;
  const edits = elements.flatMap((each, index): readonly Edit[] => {
    if (kept.includes(each)) return [];
    const next = elements[index + 1];
    // The last one goes with the comma before it, which is that of the last one that stays.
    const previous = elements[index - 1];
    if (next !== undefined && elements.slice(index).some((other) => kept.includes(other)))
      return [{ start: each.getStart(), end: behindComma(source, each.end), text: '' }];
    return [{ start: previous?.end ?? each.getStart(), end: each.end, text: '' }];
  });
  const added = fresh.map((each) => `, ${own}${each}${own}`).join('');
  const last = kept.at(-1)!.end;
  return added === '' ? edits : [...edits, { start: last, end: last, text: added }];
}

/** Adds the import of `Rbac`, under a name, to that of the same module, or below the last import. */
export function importEdit(file: ts.SourceFile, name: string): Edit {
  const specifier = name === 'Rbac' ? name : `Rbac as ${name}`;
  const imports = file.statements.filter(typescript.isImportDeclaration);
  const line = file.text.includes('\r\n') ? '\r\n' : '\n';
  for (const { moduleSpecifier, importClause } of imports) {
    const bindings = importClause?.namedBindings;
    const isModule =
      typescript.isStringLiteral(moduleSpecifier) && moduleSpecifier.text === '@operator-gen/runtime/api';
    if (!isModule || bindings === undefined || !typescript.isNamedImports(bindings)) continue;
    if (importClause?.isTypeOnly || bindings.elements.length === 0) continue;
    const last = bindings.elements.at(-1)!;
    return { start: last.end, end: last.end, text: `, ${specifier}` };
  }
  const at = imports.at(-1)?.end ?? 0;
  const quote = imports[0]?.moduleSpecifier.getText()[0] ?? "'";
  const own = `import { ${specifier} } from ${quote}@operator-gen/runtime/api${quote};`;
  return { start: at, end: at, text: at === 0 ? `${own}${line}` : `${line}${own}` };
}
