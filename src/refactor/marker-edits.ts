import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { problemAt, type Edit, type FileEdits } from './code-edit.js';
import { codeOf, type CodeWorld } from './code-world.js';
import type { ts } from '../compiler/compiler.js';
import { decoratorsOf, entriesOf, importedName, literalOf, valueOf } from './markers-in-code.js';

/** Renamed resources, for the markers that refer to them in strings. */
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
  const edits = new Map<string, readonly Edit[]>();
  const problems: Diagnostic[] = [];
  for (const path of codeOf(world)) {
    const file = program.getSourceFile(path)!;
    if (!/@\w*(?:rbac|webhook|resource)/i.test(file.text)) continue;
    const found: Edit[] = [];
    for (const { call, name } of decoratorsOf(file)) {
      const marker = importedName(checker, name);
      const change =
        marker === 'Resource' ? resourceTexts : marker === 'Rbac' || marker === 'Webhook' ? ruleTexts : undefined;
      const { texts = [], isMixed = false } = change?.(checker, call, names) ?? {};
      found.push(...texts.map(([node, text]) => edit(file, node, text)));
      if (isMixed)
        problems.push(problemAt(world.root, file, [call.getStart(file), call.end], 'shared-permission', { marker }));
    }
    found.push(...tagEdits(file.text, names));
    if (found.length > 0) edits.set(path, found);
  }
  return { edits, problems };
}

interface MarkerTexts {
  readonly texts: readonly (readonly [ts.StringLiteralLike, string])[];
  /** Whether the marker also covers other resources, so that its group cannot be changed. */
  readonly isMixed?: boolean;
}

/** Returns the strings in `@Resource({ group, version }, { plural })` */
function resourceTexts(checker: ts.TypeChecker, call: ts.CallExpression, names: MarkedNames): MarkerTexts | undefined {
  const [where, options] = call.arguments;
  const [plural] = entriesOf(options, 'plural');
  if (where === undefined || plural === undefined) return undefined;
  const newPlural = names.plurals.get(valueOf(checker, plural) ?? '');
  if (newPlural === undefined || groupOf(checker, where) !== names.group) return undefined;
  return {
    texts: [...literals([plural], () => newPlural), ...literals(entriesOf(where, 'group'), () => names.newGroup)],
  };
}

function groupOf(checker: ts.TypeChecker, where: ts.Expression): string | undefined {
  const type = checker.getTypeAtLocation(where);
  const group = type.getProperty('group');
  const [literal] = entriesOf(where, 'group');
  if (literal !== undefined) return valueOf(checker, literal);
  const found = group === undefined ? undefined : checker.getTypeOfSymbolAtLocation(group, where);
  return found?.isStringLiteral() ? found.value : undefined;
}

/** Returns the strings in `@Rbac({ groups, resources })` and `@Webhook({ groups, resources, name, path })` */
function ruleTexts(checker: ts.TypeChecker, call: ts.CallExpression, names: MarkedNames): MarkerTexts | undefined {
  const [rule] = call.arguments;
  const groups = entriesOf(rule, 'groups');
  if (!groups.some((each) => valueOf(checker, each) === names.group)) return undefined;
  const resources = entriesOf(rule, 'resources');
  const renamed = resources.map((each) => newResource(names, valueOf(checker, each) ?? ''));
  if (renamed.every((each) => each === undefined) && !names.isWhole) return undefined;
  const isAlone = names.isWhole || renamed.every((each) => each !== undefined);
  return {
    texts: [
      ...literals(resources, (text) => newResource(names, text)),
      ...literals([...entriesOf(rule, 'name'), ...entriesOf(rule, 'path')], (text) => names.texts.get(text)),
      ...literals(groups, (text) => (text === names.group && isAlone ? names.newGroup : undefined)),
    ],
    isMixed: !isAlone && names.group !== names.newGroup,
  };
}

function literals(
  nodes: readonly ts.Expression[],
  newText: (text: string) => string | undefined,
): readonly (readonly [ts.StringLiteralLike, string])[] {
  return nodes.flatMap((each) => {
    const literal = literalOf(each);
    const text = literal && newText(literal.text);
    return literal === undefined || text === undefined || text === literal.text ? [] : [[literal, text] as const];
  });
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

function edit(file: ts.SourceFile, node: ts.StringLiteralLike, text: string): Edit {
  return { start: node.getStart(file) + 1, end: node.end - 1, text };
}
