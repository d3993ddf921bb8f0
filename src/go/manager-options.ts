import { argumentsOf, codeOf, expressionEnd } from './calls.js';
import { keysBetween } from './literals.js';
import type { GoPlace } from './place.js';
import type { GoProgram } from './program.js';
import type { GoText } from './text.js';
import { shortened } from './unread.js';

/** An option that a manager is given, such as `LeaseDuration` or `Metrics.ExtraHandlers`. */
export interface GoManagerOption {
  readonly name: string;
  /** Offset of its name. */
  readonly offset: number;
  /** The range of its value. */
  readonly from: number;
  readonly to: number;
}

/** Options of a manager in a file. */
export interface GoManagerOptions {
  readonly options: readonly GoManagerOption[];
  /** Options that are known only at run time, or are in another file. */
  readonly unread: readonly GoPlace[];
}

const library = 'sigs.k8s.io/controller-runtime';
/** The types of options, by their packages, and what is in front of the names of their fields. */
const prefixes: ReadonlyMap<string, string> = new Map([
  [library, ''],
  [`${library}/pkg/manager`, ''],
  [`${library}/pkg/metrics/server`, 'Metrics.'],
  [`${library}/pkg/webhook`, 'WebhookServer.'],
]);

const none: GoManagerOptions = { options: [], unread: [] };

/** Returns the options of managers: those in literals of their types, and those that variables of these types get. */
export function managerOptionsIn(program: GoProgram, file: GoText): GoManagerOptions {
  if (!file.text.includes(library)) return none;
  const { code, closing, text } = file;
  const imports = program.importsOf(file);
  const found = new Map<number, GoManagerOption>();
  const add = (open: number, prefix: string): void => {
    const close = closing.get(open);
    if (close === undefined) return;
    for (const each of keysBetween(code, closing, open, close))
      found.set(each.offset, { ...each, name: `${prefix}${each.name}` });
  };
  const variables = new Map<string, string>();
  for (const { 0: start, 1: name = '', index } of code.matchAll(/\b(\w+)\.Options\b/g)) {
    const prefix = prefixes.get(imports.get(name) ?? '');
    if (prefix === undefined) continue;
    const end = index + start.length;
    if (code.charAt(end) === '{') add(end, prefix);
    const variable = variableBefore(code.slice(Math.max(0, index - 100), index));
    if (variable !== undefined) variables.set(variable, prefix);
  }
  for (const { 0: start, 1: variable = '', 2: name = '', index } of code.matchAll(/\b(\w+)\.([A-Z]\w*) = /g)) {
    const prefix = variables.get(variable);
    const [from, offset] = [index + start.length, index + variable.length + 1];
    if (prefix !== undefined)
      found.set(offset, { name: `${prefix}${name}`, offset, from, to: expressionEnd(file, from) });
  }
  const unread = managersIn(program, file).flatMap(({ open }) => {
    const range = argumentsOf(file, open, closing.get(open) ?? open)[1];
    const given = range === undefined ? '' : codeOf(file, range);
    const [literal] = /^&?[\w.]*Options\s*\{/.exec(given) ?? [];
    if (range === undefined || variables.has(given.replace(/^[&*]/, ''))) return [];
    if (literal === undefined) return [{ name: shortened(text.slice(range.from, range.to)), offset: range.from }];
    add(range.from + literal.length - 1, '');
    return [];
  });
  return { options: [...found.values()].toSorted((one, other) => one.offset - other.offset), unread };
}

/** Returns the variable that is declared or assigned in front of a type: `options := &`, `options *`. */
function variableBefore(code: string): string | undefined {
  const words: string[] = code.slice(code.lastIndexOf('\n') + 1).match(/\w+|:=|[^\w\s]/g) ?? [];
  if (/^[&*]$/.test(words.at(-1) ?? '')) words.pop();
  if (/^:?=$/.test(words.at(-1) ?? '')) words.pop();
  const name = words.at(-1) ?? '';
  return /^\w/.test(name) && name !== 'return' ? name : undefined;
}

/** Returns the places at which a file creates a manager, and the brackets of their arguments. */
export function managersIn(
  program: GoProgram,
  file: GoText,
): readonly { readonly offset: number; readonly open: number }[] {
  const imports = program.importsOf(file);
  return [...file.code.matchAll(/\b(\w+)\.(NewManager|New)\(/g)].flatMap(
    ({ 0: start, 1: name = '', 2: called, index }) => {
      const path = imports.get(name);
      const isManager = path === (called === 'New' ? `${library}/pkg/manager` : library);
      return isManager ? [{ offset: index, open: index + start.length - 1 }] : [];
    },
  );
}
