import type { Position } from '../model/position.js';
import { applyEdits, type Edit } from './code-edit.js';
import { typescript, type ts } from '../compiler/compiler.js';
import { positionAt } from '../compiler/position.js';
import { rbacRules, type RbacRule } from './rbac-rules.js';

/** Which namespace permissions have so far, and which they are to have; empty for none. */
export interface NamespaceChange {
  readonly from: string;
  readonly to: string;
  /** Whether a resource belongs to the cluster, and so its rules do; `group` is undefined where code works it out. */
  readonly isOfTheCluster: (group: string | undefined, plural: string) => boolean;
}

export interface ChangedNamespaces {
  readonly text: string;
  /** Markers with another namespace than the one that changes. */
  readonly others: readonly { readonly namespace: string; readonly position: Position }[];
}

/**
 * A source file whose permissions have another namespace: the `@Rbac` decorators and `@rbac` tags that have exactly the old one,
 * and a literal as argument.
 */
export function changeRbacNamespace(path: string, text: string, change: NamespaceChange): ChangedNamespaces {
  const edits: Edit[] = [];
  const others: ChangedNamespaces['others'][number][] = [];
  for (const { file, rule } of rbacRules(path, text)) {
    const old = propertyOf(rule, 'namespace');
    const namespace = old === undefined ? '' : textOf(old.initializer);
    if (namespace === change.from) edits.push(...editOf({ file, rule, text }, old, change));
    else if (old !== undefined && namespace !== change.to)
      others.push({
        namespace: namespace ?? old.initializer.getText(file),
        position: positionAt(file, old.getStart(file), old.getEnd(), ''),
      });
  }
  if (edits.length === 0) return { text, others };
  // Where the others stand is told of the file as it then is.
  const edited = withinWidth(path, applyEdits(text, edits), change.to);
  return { text: edited, others: changeRbacNamespace(path, edited, change).others };
}

// The width of lines that a scaffolded project asks prettier for.
const lineWidth = 120;

/** Gives each property of a decorator a line of its own where the new namespace has made its line too long. */
function withinWidth(path: string, text: string, namespace: string): string {
  const lines = text.split('\n');
  const edits = rbacRules(path, text).flatMap(({ file, rule }): Edit[] => {
    const [start, end] = [rule.getStart(file), rule.getEnd()];
    const { line } = file.getLineAndCharacterOfPosition(start);
    const whole = lines[line]!.trimEnd();
    const isTag = !/^\s*@/.test(whole);
    if (isTag || whole.length <= lineWidth || file.getLineAndCharacterOfPosition(end).line !== line) return [];
    const own = propertyOf(rule, 'namespace');
    if (own === undefined || textOf(own.initializer) !== namespace) return [];
    const indent = /^\s*/.exec(whole)![0];
    const ending = lines[line]!.endsWith('\r') ? '\r\n' : '\n';
    const properties = rule.properties.map((each) => `${indent}  ${each.getText(file)},${ending}`);
    return [{ start, end, text: `{${ending}${properties.join('')}${indent}}` }];
  });
  return applyEdits(text, edits);
}

/** A rule, and the text that is edited. */
interface Place extends RbacRule {
  readonly text: string;
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
  { to, isOfTheCluster }: NamespaceChange,
): readonly Edit[] {
  const { file, rule } = place;
  if (old !== undefined && to !== '') {
    const { initializer } = old;
    return [{ start: initializer.getStart(file) + 1, end: initializer.getEnd() - 1, text: to }];
  }
  if (old !== undefined) return removals(place, old);
  // What is of the cluster no role of a namespace can grant, and urls neither.
  return propertyOf(rule, 'urls') !== undefined || concernsCluster(rule, isOfTheCluster) ? [] : insertion(place, to);
}

function concernsCluster(rule: ts.ObjectLiteralExpression, isOfTheCluster: NamespaceChange['isOfTheCluster']): boolean {
  const groups = elementsOf(rule, 'groups');
  return elementsOf(rule, 'resources').some((resource) =>
    (groups.length === 0 ? [undefined] : groups).some((group) =>
      isOfTheCluster(group, (resource ?? '').split('/', 1)[0]!),
    ),
  );
}

/** The texts of a list; undefined for what is not a literal. */
function elementsOf(rule: ts.ObjectLiteralExpression, name: string): readonly (string | undefined)[] {
  const list = propertyOf(rule, name)?.initializer;
  return list !== undefined && typescript.isArrayLiteralExpression(list) ? list.elements.map(textOf) : [];
}

/** Behind the last property, on a line of its own where the others have theirs; what is said of that one stays beside it. */
function insertion({ file, rule, text }: Place, namespace: string): readonly Edit[] {
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

function removals({ file, rule: { properties }, text }: Place, old: ts.Node): readonly Edit[] {
  const index = properties.findIndex((each) => each === old);
  const [before, after] = [properties[index - 1], properties[index + 1]];
  const start = old.getStart(file);
  if (after !== undefined) return [{ start, end: after.getStart(file), text: '' }];
  const { end, hasTrailingComma } = properties;
  if (before === undefined) return [{ start, end, text: '' }];
  const from = start - leadOf(text, start).length;
  const line = { start: from, end, text: '' };
  const comma = before.getEnd();
  // A list that ended without a comma does so again.
  if (hasTrailingComma || text[comma] !== ',') return [line];
  return from === comma + 1 ? [{ ...line, start: comma }] : [{ start: comma, end: comma + 1, text: '' }, line];
}

/** The blanks before a place, with the asterisk of a comment and the line end before them. */
function leadOf(text: string, end: number): string {
  const blanksBefore = (at: number): number => {
    let start = at;
    while (start > 0 && ' \t'.includes(text.charAt(start - 1))) start -= 1;
    return start;
  };
  const star = blanksBefore(end);
  const start = text.charAt(star - 1) === '*' ? blanksBefore(star - 1) : star;
  if (text.charAt(start - 1) !== '\n') return text.slice(start, end);
  return text.slice(text.charAt(start - 2) === '\r' ? start - 2 : start - 1, end);
}
