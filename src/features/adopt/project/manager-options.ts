import type { GoCondition, GoFile, GoManagerOption } from '../../../base/helper/go/answer.js';
import type { ManagerArgument } from '../deployment/manager-arguments.js';

/**
 * Returns the options of these names that a manager gets with the given arguments. One whose conditions are known only at run time
 * has no value.
 */
export function optionsOf(
  files: readonly GoFile[],
  names: readonly string[],
  given: readonly ManagerArgument[],
): readonly GoManagerOption[] {
  return files.flatMap((each) => effective(optionsNamed(each, names), given));
}

/** Returns all options of these names in a file, also those that a manager does not get. */
export function optionsNamed({ options }: GoFile, names: readonly string[]): readonly GoManagerOption[] {
  return options.filter(({ name }) => names.includes(name));
}

/** Returns the options of a file without those that a condition excludes, or that a later one replaces under its condition. */
function effective(options: readonly GoManagerOption[], given: readonly ManagerArgument[]): readonly GoManagerOption[] {
  let found: readonly GoManagerOption[] = [];
  for (const option of options) {
    const isSet = isMet(option.conditions, given);
    if (isSet === true && option.conditions.length > 0) found = found.filter(({ name }) => name !== option.name);
    if (isSet === undefined) {
      const { constant: _, ...unknown } = option;
      found = [...found, unknown];
    } else if (isSet) found = [...found, option];
  }
  return found;
}

/** Reports whether all conditions are met with the given arguments; undefined if that is known only at run time. */
export function isMet(conditions: readonly GoCondition[], given: readonly ManagerArgument[]): boolean | undefined {
  const results = conditions.map(({ flag, constant, is, isNot }) => {
    const value = (flag === undefined ? undefined : givenFor(flag, given)) ?? constant;
    return value === undefined ? undefined : (plain(value) === is) !== isNot;
  });
  if (results.includes(false)) return false;
  return results.includes(undefined) ? undefined : true;
}

/**
 * Returns the value of an option: that of an argument is in front of the default of the flag, and what the code assigns later is in
 * front of both. Empty means the usual one; undefined, that it is known only at run time.
 */
export function valueOf(
  { flag, constant, assigned, conditions, isNegated = false }: GoManagerOption,
  given: readonly ManagerArgument[],
): string | undefined {
  if (conditions.length > 0 && isMet(conditions, given) === undefined) return undefined;
  let value = (flag === undefined ? undefined : givenFor(flag, given)) ?? constant;
  for (const each of assigned) {
    const isAssigned = isMet(each.conditions, given);
    const isSame = value !== undefined && each.constant !== undefined && plain(value) === plain(each.constant);
    if (isAssigned !== false && !isSame) value = isAssigned === true ? each.constant : undefined;
  }
  return isNegated && value !== undefined ? String(plain(value) !== 'true') : value;
}

/** Returns the value of an argument; a switch without one is true. */
export function givenFor(flag: string, given: readonly ManagerArgument[]): string | undefined {
  const found = given.findLast(({ name }) => name === flag);
  return found && plain(found.value ?? 'true');
}

/** Returns a value in one of the forms that mean the same: https://pkg.go.dev/strconv#ParseBool, and addresses of every host. */
export function plain(value: string): string {
  if (/^(?:t|T|TRUE|True)$/.test(value)) return 'true';
  if (/^(?:f|F|FALSE|False)$/.test(value)) return 'false';
  return value.replace(/^0\.0\.0\.0(?=:)/, '');
}
