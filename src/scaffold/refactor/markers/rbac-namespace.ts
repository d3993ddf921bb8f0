import type { Position } from '../../../base/model/position.js';
import { applyEdits, blanksBefore, type Edit } from '../code/code-edit.js';
import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { positionAt } from '../../../language/compiler/position.js';
import { rbacRules, type RbacRule } from './rbac-rules.js';

/** The old and the new namespace of permissions; empty for none. */
export interface NamespaceChange {
  readonly from: string;
  readonly to: string;
  /**
   * Reports whether a resource, and thus its rules, is cluster-scoped; `group` is undefined if it is computed by code.
   */
  readonly isOfTheCluster: (group: string | undefined, plural: string) => boolean;
  /** Reports whether a kind, by its name in the code, is cluster-scoped. */
  readonly isClusterKind: (name: string) => boolean;
}

export interface ChangedNamespaces {
  readonly text: string;
  /** Markers with a different namespace than the one to be changed. */
  readonly others: readonly { readonly namespace: string; readonly position: Position }[];
}

/**
 * Changes the namespace of permissions in a source file: in the `@Rbac` decorators and `@rbac` tags that have exactly
 * the old one, and a literal as argument.
 */
export function changeRbacNamespace(path: string, text: string, change: NamespaceChange): ChangedNamespaces {
  const edits: Edit[] = [];
  const others: ChangedNamespaces['others'][number][] = [];
  for (const { file, rule, ofKind } of rbacRules(path, text)) {
    const old = rule && propertyOf(rule, 'namespace');
    const namespace = old === undefined ? '' : textOf(old.initializer);
    if (namespace === change.from) edits.push(...editOf({ file, rule, ofKind, text }, old, change));
    else if (old !== undefined && namespace !== change.to)
      others.push({
        namespace: namespace ?? old.initializer.getText(file),
        position: positionAt(file, old.getStart(file), old.getEnd(), ''),
      });
  }
  if (edits.length === 0) return { text, others };
  // The positions of the other markers are those after the change.
  const edited = applyEdits(text, edits);
  return { text: edited, others: changeRbacNamespace(path, edited, change).others };
}

/** A permission, and the text to be edited. */
interface Place extends Pick<RbacRule, 'file' | 'rule'> {
  readonly ofKind: RbacRule['ofKind'] | undefined;
  readonly text: string;
}

/** A permission that is written as a literal. */
interface Literal extends Omit<Place, 'ofKind'> {
  readonly rule: ts.ObjectLiteralExpression;
}

function propertyOf(rule: ts.ObjectLiteralExpression, name: string): ts.PropertyAssignment | undefined {
  return rule.properties.find(
    (each): each is ts.PropertyAssignment =>
      typescript.isPropertyAssignment(each) && !typescript.isComputedPropertyName(each.name) && each.name.text === name,
  );
}

function textOf(node: ts.Expression): string | undefined {
  return typescript.isStringLiteralLike(node) ? node.text : undefined;
}

function editOf(
  place: Place,
  old: ts.PropertyAssignment | undefined,
  { to, isOfTheCluster, isClusterKind }: NamespaceChange,
): readonly Edit[] {
  const { file, rule, ofKind } = place;
  if (old !== undefined && to !== '') {
    const { initializer } = old;
    return [{ start: initializer.getStart(file) + 1, end: initializer.getEnd() - 1, text: to }];
  }
  if (rule === undefined || ofKind !== undefined) return editOfKind(place, old, isClusterKind, to);
  if (old !== undefined) return removals({ ...place, rule }, old);
  // A namespaced Role can grant neither cluster-scoped resources nor URLs.
  return propertyOf(rule, 'urls') !== undefined || concernsCluster(rule, isOfTheCluster)
    ? []
    : insertion({ ...place, rule }, to);
}

function concernsCluster(rule: ts.ObjectLiteralExpression, isOfTheCluster: NamespaceChange['isOfTheCluster']): boolean {
  const groups = elementsOf(rule, 'groups');
  return elementsOf(rule, 'resources').some((resource) =>
    (groups.length === 0 ? [undefined] : groups).some((group) =>
      isOfTheCluster(group, (resource ?? '').split('/', 1)[0]!),
    ),
  );
}

/** Returns the strings of a list; undefined for elements that are not literals. */
function elementsOf(rule: ts.ObjectLiteralExpression, name: string): readonly (string | undefined)[] {
  const list = propertyOf(rule, name)?.initializer;
  return list !== undefined && typescript.isArrayLiteralExpression(list) ? list.elements.map(textOf) : [];
}

/** Returns the edits of a permission that names a kind: its options are one more argument. */
function editOfKind(
  { file, rule, ofKind, text }: Place,
  old: ts.PropertyAssignment | undefined,
  isClusterKind: NamespaceChange['isClusterKind'],
  to: string,
): readonly Edit[] {
  const { kind, verbs } = ofKind!;
  if (old !== undefined && rule!.properties.length > 1) return removals({ file, rule: rule!, text }, old);
  if (old !== undefined) return [{ start: verbs.getEnd(), end: rule!.getEnd(), text: '' }];
  const name = typescript.isPropertyAccessExpression(kind) ? kind.name.text : kind.getText(file);
  if (isClusterKind(name)) return [];
  if (rule !== undefined && rule.properties.length > 0) return insertion({ file, rule, text }, to);
  const quote = /['"]/.exec(verbs.getText(file))?.[0] ?? "'";
  const options = `{ namespace: ${quote}${to}${quote} }`;
  return rule === undefined
    ? [{ start: verbs.getEnd(), end: verbs.getEnd(), text: `, ${options}` }]
    : [{ start: rule.getStart(file), end: rule.getEnd(), text: options }];
}

/**
 * Inserts the namespace after the last property, on its own line if the other properties are; a comment on the last
 * property is kept next to it.
 */
function insertion({ file, rule, text }: Literal, namespace: string): readonly Edit[] {
  const last = rule.properties.at(-1);
  if (last === undefined) return [];
  const lead = leadOf(text, last.getStart(file));
  const indent = lead.includes('\n') ? lead : undefined;
  const quote = /['"]/.exec(rule.getText(file))?.[0] ?? "'";
  const property = `${indent ?? ' '}namespace: ${quote}${namespace}${quote}`;
  const { end, hasTrailingComma } = rule.properties;
  const at = end + (indent === undefined ? 0 : /^(?:[ \t]*\/[/*].*?(?=\r?\n))?/.exec(text.slice(end))![0].length);
  if (hasTrailingComma) return [{ start: at, end: at, text: `${property},` }];
  if (at === end) return [{ start: end, end, text: `,${property}` }];
  return [
    { start: end, end, text: ',' },
    { start: at, end: at, text: property },
  ];
}

function removals({ file, rule: { properties }, text }: Literal, old: ts.Node): readonly Edit[] {
  const index = properties.findIndex((each) => each === old);
  const [before, after] = [properties[index - 1], properties[index + 1]];
  const start = old.getStart(file);
  if (after !== undefined) return [{ start, end: after.getStart(file), text: '' }];
  const { end, hasTrailingComma } = properties;
  if (before === undefined) return [{ start, end, text: '' }];
  const from = start - leadOf(text, start).length;
  const line = { start: from, end, text: '' };
  const comma = before.getEnd();
  // A list without a trailing comma stays without one.
  if (hasTrailingComma || text[comma] !== ',') return [line];
  return from === comma + 1 ? [{ ...line, start: comma }] : [{ start: comma, end: comma + 1, text: '' }, line];
}

/** Returns the white space before a position, including the asterisk of a comment and the line ending before it. */
function leadOf(text: string, end: number): string {
  const lineStart = (at: number): number => at - blanksBefore(text, at).length;
  const star = lineStart(end);
  const start = text.charAt(star - 1) === '*' ? lineStart(star - 1) : star;
  if (text.charAt(start - 1) !== '\n') return text.slice(start, end);
  return text.slice(text.charAt(start - 2) === '\r' ? start - 2 : start - 1, end);
}
