import type { GoController, GoOptions, GoPredicate, GoWatch } from '../../../base/helper/go/answer.js';

/** Returns a filter of events as code. @param predicate the name of the object with the filters */
export function predicateText(each: GoPredicate, predicate: () => string): string {
  if (each.is === 'changed') return `${predicate()}.${each.what}Changed`;
  return `${predicate()}.${each.is}(${each.of.map((one) => predicateText(one, predicate)).join(', ')})`;
}

/** Returns the argument with the options of a watched kind, behind the others; an empty text without any. */
export function optionsArgument(
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
export function settingCalls({ eventFilters, options }: GoController, predicate: () => string): readonly string[] {
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
