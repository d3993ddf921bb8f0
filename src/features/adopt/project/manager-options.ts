import type { GoCondition, GoFile, GoManagerOption } from '../../../base/helper/go/answer.js';
import type { ManagerArgument } from '../deployment/manager-arguments.js';

/**
 * Returns the options with these names that a manager gets with the given arguments. Options whose conditions are known
 * only at run time have no value.
 */
export function optionsOf(
  files: readonly GoFile[],
  names: readonly string[],
  given: readonly ManagerArgument[],
): readonly GoManagerOption[] {
  return files.flatMap((each) => effective(optionsNamed(each, names), given));
}

/** Returns all options with these names in a file, including those that a manager does not get. */
export function optionsNamed({ options }: GoFile, names: readonly string[]): readonly GoManagerOption[] {
  return options.filter(({ name }) => names.includes(name));
}

/** Returns the options of a file, without those that a condition excludes or that a later option replaces. */
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
 * Returns the value of an option: an argument takes precedence over the default of the flag, and a later assignment in
 * the code over both. Empty stands for the default; undefined means that the value is known only at run time.
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

/** Returns a normalized value, for comparison: https://pkg.go.dev/strconv#ParseBool, and addresses of all hosts. */
export function plain(value: string): string {
  if (/^(?:t|T|TRUE|True)$/.test(value)) return 'true';
  if (/^(?:f|F|FALSE|False)$/.test(value)) return 'false';
  return value.replace(/^0\.0\.0\.0(?=:)/, '');
}
