import type { GoController, GoIndex, GoOptions, GoPredicate, GoWatch } from '../../../base/helper/go/answer.js';
import { Imports, runtime, type ImportedKind } from './imports.js';
import type { GoPermission } from './permissions.js';

/** A controller, with the kinds that can be imported. */
export interface Skeleton {
  readonly controller: GoController | undefined;
  readonly permissions: readonly GoPermission[];
  /** The group of the reconciled kind, if it is one of this project. */
  readonly ownGroup: string | undefined;
  /** The class of the reconciled kind. */
  readonly kind: string;
  readonly kinds: ReadonlyMap<GoWatch, ImportedKind>;
  /** Kinds of the handlers of owners. */
  readonly owners: ReadonlyMap<GoWatch, ImportedKind>;
  readonly indexed: ReadonlyMap<GoIndex, ImportedKind>;
}

/** Returns a scaffolded controller that owns and watches the kinds of a Go controller, with its permissions. */
export function controllerText(scaffolded: string, skeleton: Skeleton): string {
  const imports = new Imports(scaffolded, skeleton.kind);
  const markers = skeleton.permissions.map((each) => rbacText(each, skeleton.ownGroup));
  const { chain, functions } = chainOf(skeleton, imports);
  const { controller } = skeleton;
  const indexes = indexCalls(skeleton, imports);
  const ported = controller && `// To be ported: ${portedFrom(controller)}`;
  const marked = between(scaffolded, '@Rbac({', 'export class', () => markers.map((each) => `${each}\n`).join(''));
  const commented = between(marked, '// Compare ', '\n', (found) => ported ?? found);
  const documented = '\n/** Registers the controller';
  const declared = commented.replace(documented, () => functions.map((each) => `\n${each}\n`).join('') + documented);
  const changed = between(declared, '  await controllerManagedBy(manager)', '\n}', (found) =>
    controller === undefined
      ? found
      : `${indexes.join('')}${chainWith(found, { kind: skeleton.kind, chain, controller, imports })}`,
  );
  return imports.addTo(changed);
}

/** Replaces the text from one place up to another. */
function between(text: string, from: string, to: string, replace: (found: string) => string): string {
  const start = text.indexOf(from);
  const end = text.indexOf(to, start);
  if (start < 0 || end < 0) return text;
  return text.slice(0, start) + replace(text.slice(start, end)) + text.slice(end);
}

function portedFrom({ reconciler, ...built }: GoController): string {
  const { file, line } = (reconciler ?? built).position;
  return `${built.receiver === '' ? 'the logic' : `(*${built.receiver}).Reconcile`} in ${shownPath(file)}:${line}`;
}

interface Registration {
  readonly kind: string;
  readonly chain: readonly string[];
  readonly controller: GoController;
  readonly imports: Imports;
}

/** Returns the registration of a controller, with the name of the Go controller, which metrics and logs contain. */
function chainWith(scaffolded: string, { kind, chain, controller, imports }: Registration): string {
  const { name } = controller;
  const [, className = ''] = /\.for\((\w+)\)/.exec(scaffolded) ?? [];
  const [, given] = /\.named\('([^']*)'\)/.exec(scaffolded) ?? [];
  const named = name ?? given;
  const calls = [
    `.for(${className}${optionsArgument(controller, () => imports.value(runtime, 'predicate'))})`,
    ...(named === undefined || named === kind.toLowerCase() ? [] : [`.named(${text(named)})`]),
    ...chain,
  ];
  return `  await controllerManagedBy(manager)${calls.join('')}.complete(reconciler);`;
}

/** Returns a path for use in a comment, which file names must not be able to end. */
function shownPath(path: string): string {
  return path.replaceAll(/[^ -~]/g, '?');
}

function chainOf({ controller, kinds, owners }: Skeleton, imports: Imports) {
  const functions: string[] = [];
  if (controller === undefined) return { chain: [], functions };
  const predicate = (): string => imports.value(runtime, 'predicate');
  const objects = (each: ImportedKind, { metadataOnly }: GoWatch): string =>
    metadataOnly ? `${imports.value(runtime, 'metadataOnly')}(${imports.kind(each)})` : imports.kind(each);
  const owned = controller.owns.flatMap((watch) => {
    const each = kinds.get(watch);
    return each === undefined ? [] : [`.owns(${objects(each, watch)}${optionsArgument(watch, predicate)})`];
  });
  const watched = controller.watches.flatMap((watch) => {
    const each = kinds.get(watch);
    if (each === undefined) return [];
    const handler = handlerText(watch, { each, owner: owners.get(watch), imports, functions });
    if (handler === undefined) return [];
    const call = watch.metadataOnly ? '.watchesMetadata' : '.watches';
    return [`${call}(${imports.kind(each)}, ${handler}${optionsArgument(watch, predicate)})`];
  });
  return { chain: [...owned, ...watched, ...settingCalls(controller, predicate)], functions };
}

/** Returns the calls that index fields, of which only the names are known. */
function indexCalls({ controller, indexed }: Skeleton, imports: Imports): readonly string[] {
  return (controller?.indexes ?? []).flatMap((index) => {
    const each = indexed.get(index);
    if (each === undefined) return [];
    const place = `${shownPath(index.position.file)}:${index.position.line}`;
    const ported = `  // To be ported: the function of the index in ${place}\n`;
    return [`${ported}  manager.cache.indexField(${imports.kind(each)}, ${text(index.field)}, () => []);\n`];
  });
}

/** Returns a Go name in the style of TypeScript: `nhcByNode` for `NHCByNode`; empty for a function without a name. */
export function functionName(name: string): string {
  if (name === 'func') return '';
  const [initials = ''] = /^[A-Z]+(?=s(?:[A-Z]|$))|^[A-Z]+(?=[A-Z][a-z]|$|[\d_])|^[A-Z]/.exec(name) ?? [];
  return `${initials.toLowerCase()}${name.slice(initials.length)}`;
}

interface HandlerInput {
  readonly each: ImportedKind;
  readonly owner: ImportedKind | undefined;
  readonly imports: Imports;
  readonly functions: string[];
}

function handlerText({ handler, metadataOnly, position }: GoWatch, input: HandlerInput): string | undefined {
  const { each, owner, imports, functions } = input;
  if (handler.is === 'self') return imports.value(runtime, 'enqueueRequestForObject');
  if (handler.is === 'owner') {
    if (owner === undefined) return undefined;
    const options = handler.onlyController ? ', { onlyControllerOwner: true }' : '';
    return `${imports.value(runtime, 'enqueueRequestForOwner')}(${imports.kind(owner)}${options})`;
  }
  const name = imports.free(functionName(handler.name) || `map${each.kind}`);
  const type = metadataOnly ? imports.type(runtime, 'PartialObjectMetadata') : imports.kind(each);
  functions.push(
    [
      `/** Returns the objects to reconcile when an object of the kind ${each.kind} changes. */`,
      `const ${name}: ${imports.type(runtime, 'MapFunction')}<${type}> = () => {`,
      `  // To be ported: ${functionName(handler.name) === '' ? 'the function' : handler.name} in ${shownPath(position.file)}`,
      '  return [];',
      '};',
    ].join('\n'),
  );
  return name;
}

function rbacText(permission: GoPermission, ownGroup: string | undefined): string {
  const { groups, position: _, ...others } = permission;
  const isOwn = groups.length === 1 && groups[0] === ownGroup;
  const shown = isOwn
    ? ['groups: [groupVersion.group]']
    : groups.length === 0
      ? []
      : [`groups: ${JSON.stringify(groups)}`];
  const rest = Object.entries(others).filter(([, value]) => value.length > 0);
  const hasVerbs = permission.verbs.length > 0 ? [] : ['verbs: []'];
  return `@Rbac({ ${[...shown, ...rest.map(([key, value]) => `${key}: ${JSON.stringify(value)}`), ...hasVerbs].join(', ')} })`;
}

const text = (value: string): string => JSON.stringify(value);

/** Returns a filter of events as code. @param predicate returns the name of the object with the filters */
function predicateText(each: GoPredicate, predicate: () => string): string {
  if (each.is === 'changed') return `${predicate()}.${each.what}Changed`;
  return `${predicate()}.${each.is}(${each.of.map((one) => predicateText(one, predicate)).join(', ')})`;
}

/** Returns the options of a watched kind as a further argument; an empty text if there are none. */
function optionsArgument(
  { predicates, everyOwner = false }: Pick<GoWatch, 'predicates'> & Partial<Pick<GoWatch, 'everyOwner'>>,
  predicate: () => string,
): string {
  const fields = [
    ...(predicates.length === 0
      ? []
      : [`predicates: [${predicates.map((each) => predicateText(each, predicate)).join(', ')}]`]),
    ...(everyOwner ? ['matchEveryOwner: true'] : []),
  ];
  return fields.length === 0 ? '' : `, { ${fields.join(', ')} }`;
}

/** Returns the calls that set the filters of all events and the options of a controller. */
function settingCalls({ eventFilters, options }: GoController, predicate: () => string): readonly string[] {
  return [
    ...eventFilters.map((each) => `.withEventFilter(${predicateText(each, predicate)})`),
    ...(Object.keys(options).length === 0 ? [] : [`.withOptions({ ${optionsText(options)} })`]),
  ];
}

function optionsText(options: GoOptions): string {
  return Object.entries(options)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');
}
