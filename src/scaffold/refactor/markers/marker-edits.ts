import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { problemAt, type Edit, type FileEdits } from '../code/code-edit.js';
import { codeOf, type CodeWorld } from '../code/code-world.js';
import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { textEdit, textOf } from './computed-texts.js';
import { propertyEdits, type PlacedEdit, type PropertyChange } from './marker-changes.js';
import { entriesThrough, type MarkerEntry } from './marker-constants.js';
import { decoratorsOf, importedName } from './markers-in-code.js';

/** Renamed resources, to which markers refer in strings. */
export interface MarkedNames {
  /** The API group of all resources. */
  readonly group: string;
  readonly newGroup: string;
  /** Whether the group has no other resources. */
  readonly isWhole: boolean;
  /** New plurals by old ones, including unchanged ones. */
  readonly plurals: ReadonlyMap<string, string>;
  /** Other strings in their markers, such as the name and the path of a webhook: new ones by old ones. */
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * Returns the edits to strings of `@Resource`, `@Rbac` and `@Webhook`, and of `@rbac` in comments, that refer to
 * resources.
 */
export function markerEdits(world: CodeWorld, program: ts.Program, names: MarkedNames): FileEdits {
  const checker = program.getTypeChecker();
  const files = codeOf(world).map((path) => program.getSourceFile(path)!);
  const code = { checker, files, isInMarker: (node: ts.Node) => isInMarker(checker, node, names) };
  const edits = new Map<string, Edit[]>();
  const problems: Diagnostic[] = [];
  const add = (file: ts.SourceFile, added: Edit): void => {
    const known = edits.get(file.fileName) ?? [];
    // Several markers can use the same constant.
    if (!known.some(({ start }) => start === added.start)) edits.set(file.fileName, [...known, added]);
  };
  for (const file of files) {
    if (!file.text.includes('@')) continue;
    for (const { call, name } of decoratorsOf(file)) {
      const marker = importedName(checker, name);
      const { changes = [], groups = [], isMixed = false } = changeOf(marker)?.(checker, call, names) ?? {};
      const placed = changes.flatMap((each) => propertyEdits(code, each));
      for (const each of [...placed, ...groups.flatMap((group) => groupEdit(checker, group, names))]) add(...each);
      if (isMixed)
        problems.push(problemAt(world.root, file, [call.getStart(file), call.end], 'shared-permission', { marker }));
    }
    for (const each of tagEdits(file.text, names)) add(file, each);
  }
  return { edits, problems };
}

interface MarkerTexts {
  readonly changes: readonly PropertyChange[];
  /** The values of groups, which change if they equal that of the renamed resources. */
  readonly groups: readonly MarkerEntry[];
  /** Whether the marker also covers other resources, so that its group cannot be changed. */
  readonly isMixed?: boolean;
}

type TextsOf = (checker: ts.TypeChecker, call: ts.CallExpression, names: MarkedNames) => MarkerTexts | undefined;

function changeOf(marker: string): TextsOf | undefined {
  if (marker === 'Resource') return resourceTexts;
  return marker === 'Rbac' || marker === 'Webhook' ? ruleTexts : undefined;
}

/** Reports whether a node is in a marker of the group of renamed resources. */
function isInMarker(checker: ts.TypeChecker, node: ts.Node, { group }: MarkedNames): boolean {
  const decorator = typescript.findAncestor(node, typescript.isDecorator);
  if (decorator === undefined || !typescript.isCallExpression(decorator.expression)) return false;
  const [first] = decorator.expression.arguments;
  const groups = entriesThrough(checker, first, 'groups').map((each) => textOf(checker, each));
  return groups.includes(group) || (first !== undefined && groupOf(checker, first) === group);
}

/** Returns the strings in `@Resource({ group, version }, { plural })` */
function resourceTexts(checker: ts.TypeChecker, call: ts.CallExpression, names: MarkedNames): MarkerTexts | undefined {
  const [where, options] = call.arguments;
  const [plural] = entriesThrough(checker, options, 'plural');
  if (where === undefined || plural === undefined) return undefined;
  const newPlural = names.plurals.get(textOf(checker, plural) ?? '');
  if (newPlural === undefined || groupOf(checker, where) !== names.group) return undefined;
  return {
    changes: [{ options, key: 'plural', newText: () => newPlural }],
    groups: entriesThrough(checker, where, 'group'),
  };
}

/** Returns the edit of a group. A constant changes only with all resources of its group, because others can use it. */
function groupEdit(checker: ts.TypeChecker, entry: MarkerEntry, names: MarkedNames): readonly PlacedEdit[] {
  const found =
    entry.constants.length === 0 || names.isWhole ? textEdit(checker, entry, names.group, names.newGroup) : undefined;
  return found === undefined ? [] : [found];
}

function groupOf(checker: ts.TypeChecker, where: ts.Expression): string | undefined {
  const [entry] = entriesThrough(checker, where, 'group');
  const text = entry && textOf(checker, entry);
  if (text !== undefined) return text;
  const type = checker.getTypeAtLocation(where);
  const group = type.getProperty('group');
  const found = group === undefined ? undefined : checker.getTypeOfSymbolAtLocation(group, where);
  return found?.isStringLiteral() ? found.value : undefined;
}

/** Returns the strings in `@Rbac({ groups, resources })` and `@Webhook({ groups, resources, name, path })` */
function ruleTexts(checker: ts.TypeChecker, call: ts.CallExpression, names: MarkedNames): MarkerTexts | undefined {
  const [options] = call.arguments;
  const valuesOf = (key: string): readonly (string | undefined)[] =>
    entriesThrough(checker, options, key).map((each) => textOf(checker, each));
  if (!valuesOf('groups').includes(names.group)) return undefined;
  const renamed = valuesOf('resources').map((each) => newResource(names, each ?? ''));
  if (renamed.every((each) => each === undefined) && !names.isWhole) return undefined;
  const isAlone = names.isWhole || renamed.every((each) => each !== undefined);
  const newName = (text: string): string | undefined => names.texts.get(text);
  return {
    changes: [
      { options, key: 'resources', newText: (text) => newResource(names, text) },
      { options, key: 'name', newText: newName },
      { options, key: 'path', newText: newName },
    ],
    groups: isAlone ? entriesThrough(checker, options, 'groups') : [],
    isMixed: !isAlone && names.group !== names.newGroup,
  };
}

/** Returns the new name of `webservers` or `webservers/status` */
function newResource({ plurals }: MarkedNames, resource: string): string | undefined {
  const [plural = '', ...rest] = resource.split('/');
  const newPlural = plurals.get(plural);
  return newPlural === undefined ? undefined : [newPlural, ...rest].join('/');
}

/**
 * Returns the edits to tags such as `@rbac { groups: ['my.domain'], resources: ['webservers'], verbs: ['get'] }` in
 * comments
 */
function tagEdits(text: string, names: MarkedNames): readonly Edit[] {
  return [...text.matchAll(/@(?:rbac|webhook)\s+\{[^}]*(?:\}|$)/g)].flatMap(({ index, 0: tag }) => {
    if (!tag.endsWith('}')) return [];
    const quoted = [...tag.matchAll(/(['"])([^'"]*)\1/g)].map((each) => ({
      at: index + each.index + 1,
      text: each[2]!,
    }));
    if (!quoted.some((each) => each.text === names.group)) return [];
    const isAlone = names.isWhole || quoted.some((each) => newResource(names, each.text) !== undefined);
    return quoted.flatMap(({ at, text: old }) => {
      const group = old === names.group && isAlone ? names.newGroup : undefined;
      const fresh = group ?? newResource(names, old) ?? names.texts.get(old);
      return fresh === undefined || fresh === old ? [] : [{ start: at, end: at + old.length, text: fresh }];
    });
  });
}
