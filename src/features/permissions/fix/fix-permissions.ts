import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { parseFile } from '../../../language/compiler/parse-source.js';
import { offsetOf } from '../../../language/compiler/position.js';
import { isReconciler } from '../code/reconciler.js';
import { coreless, type RbacRule } from '../../../base/model/rbac.js';
import { applyEdits, type Edit } from '../../../scaffold/refactor/code/code-edit.js';
import { grantsOf, insertion, rewriting, type AddedPermission, type Grant, type Marker } from './permission-marker.js';
import { importEdit } from '../../../scaffold/refactor/imports/import-edit.js';
import { isSame } from '../../../scaffold/refactor/code/list-edit.js';
import { unusedImportEdits } from '../../../scaffold/refactor/imports/unused-imports.js';
import {
  decoratorRules,
  importOfRbac,
  runtimeApi,
  type DecoratorRule,
} from '../../../scaffold/refactor/markers/rbac-rules.js';

/** Marker, and the permissions that it must grant. */
export interface NarrowedRule {
  readonly rule: RbacRule;
  readonly grants: readonly Grant[];
}

export interface PermissionFix {
  readonly added: readonly AddedPermission[];
  readonly narrowed: readonly NarrowedRule[];
  /** The present markers of the file. */
  readonly rules: readonly RbacRule[];
}

/**
 * Changes the `@Rbac` decorators of a file, and nothing else: comments, order and formatting are kept.
 * @returns undefined if the file has no class for a marker
 */
export function fixPermissions(path: string, text: string, fix: PermissionFix): string | undefined {
  const file = parseFile(path, text);
  const decorators = decoratorRules(path, text);
  const ruleOf = ({ decorator }: DecoratorRule): RbacRule | undefined =>
    fix.rules.find(({ position }) => contains(decorator, offsetOf(file, position)));
  const markers = decorators.map((each) => ({ ...each, model: ruleOf(each) }));
  const changed = new Map<Marker, readonly Grant[]>();
  for (const { rule, grants } of fix.narrowed) {
    const marker = markers.find(({ model }) => model === rule);
    if (marker !== undefined) changed.set(marker, grants);
  }
  const edits: Edit[] = [];
  for (const added of fix.added) {
    const target = classFor(file, offsetOf(file, added.position), markers);
    if (target === undefined) return undefined;
    const own = markers.filter(({ decorator }) => decorator.parent.pos === target.pos);
    const known = own.find(({ model }) => model !== undefined && isFor(model, added));
    if (known === undefined) edits.push(insertion({ file, target, own, name: nameIn(file) }, added));
    else {
      const [grant] = changed.get(known) ?? grantsOf(known.model!);
      changed.set(known, [{ ...grant!, verbs: [...new Set([...grant!.verbs, ...added.verbs])] }]);
    }
  }
  for (const [marker, grants] of changed) edits.push(...(rewriting(text, marker, grants) ?? []));
  const removed = [...changed].filter(([, grants]) => grants.every(({ verbs }) => verbs.length === 0));
  // An added marker needs the decorator, whose last mention may be removed.
  if (removed.length > 0 && fix.added.length === 0)
    edits.push(
      ...unusedImportEdits(
        file,
        removed.map(([{ decorator }]) => decorator),
      ),
    );
  const isNew = edits.length > 0 && importOfRbac(file) === undefined;
  if (isNew) edits.push(importEdit(file, runtimeApi, [{ text: specifierOf(nameIn(file)), isType: false }]));
  return applyEdits(text, joinedEdits(edits));
}

function specifierOf(name: string): string {
  return name === 'Rbac' ? name : `Rbac as ${name}`;
}

function contains(node: ts.Node, offset: number): boolean {
  return node.getStart() <= offset && offset < node.end;
}

/**
 * Returns the class around an offset that reconciles or has markers, or else another such class in the file, or else
 * any class.
 */
function classFor(file: ts.SourceFile, offset: number, markers: readonly Marker[]): ts.ClassDeclaration | undefined {
  const classes = file.statements.filter(typescript.isClassDeclaration);
  const isMarked = (each: ts.ClassDeclaration): boolean =>
    markers.some(({ decorator }) => contains(each, decorator.getStart()));
  const around = classes.find((each) => contains(each, offset));
  if (around !== undefined && (isReconciler(around) || isMarked(around))) return around;
  return classes.find(isMarked) ?? classes.find(isReconciler) ?? around ?? classes[0];
}

function isFor(rule: RbacRule, added: AddedPermission): boolean {
  const { group, resource, resourceName, roleNamespace = '', roleName = '' } = added;
  const names = resourceName === undefined ? [] : [resourceName];
  return (
    rule.roleName === roleName &&
    rule.namespace === roleNamespace &&
    isSame(rule.groups.map(coreless), [group]) &&
    isSame(rule.resources, [resource]) &&
    isSame(rule.resourceNames, names)
  );
}

/** Returns the name of the decorator in a file, or a free name if the file uses that name for something else. */
function nameIn(file: ts.SourceFile): string {
  const { identifiers } = file as unknown as { readonly identifiers: ReadonlyMap<string, string> };
  return importOfRbac(file) ?? (identifiers.has('Rbac') ? 'RbacRule' : 'Rbac');
}

/**
 * Returns edits in which an addition replaces the removed line before it, so that no blank line remains. Additions
 * follow the last marker of a class, which can be removed at the same time.
 */
function joinedEdits(edits: readonly Edit[]): readonly Edit[] {
  const removals = edits.filter(({ start, end, text }) => text === '' && end > start);
  const joined = new Set<Edit>();
  const replaced = removals.flatMap((removal) => {
    const added = edits.filter(
      ({ start, end, text }) => start === end && /^\r?\n/.test(text) && start > removal.start && start < removal.end,
    );
    if (added.length === 0) return [];
    for (const each of [removal, ...added]) joined.add(each);
    const line = /^\r?\n/.exec(added[0]!.text)![0];
    const whole = added.map(({ text }) => text).join('');
    return [{ ...removal, text: `${whole.slice(line.length)}${line}` }];
  });
  return [...edits.filter((each) => !joined.has(each)), ...replaced];
}
