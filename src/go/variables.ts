import { argumentsOf, chainFrom, codeOf, type GoCall } from './calls.js';
import type { GoFunction } from './declarations.js';
import { folderWith, type GoProgram } from './program.js';
import type { GoText } from './text.js';

/** A part of a file that a variable can be used in. */
export interface GoScope {
  readonly file: GoText;
  readonly around: GoFunction;
  /** Offset from which on the variable has its value. */
  readonly from: number;
}

/** Uses of a variable. */
export interface GoUses {
  /** The calls of its methods, in their order, also in functions that it is passed to. */
  readonly calls: readonly GoCall[];
  /** The calls of functions that it is passed to and that are not in the project. */
  readonly passed: readonly GoCall[];
}

/** The largest number of uses that are read. */
const mostUses = 100;

/** Returns the variable to which code before a call assigns: `b := ctrl.`, `c, err := controller.` */
export function assignedIn(before: string): string | undefined {
  const words = before.match(/\w+|:=|[^\w\s]/g) ?? [];
  if (words.at(-1) === '.') words.splice(-2);
  const sign = words.pop();
  if (sign !== ':=' && sign !== '=') return undefined;
  while (words.at(-2) === ',') words.splice(-2);
  const name = words.at(-1);
  return name !== undefined && name !== '_' && /^\w/.test(name) ? name : undefined;
}

/** Returns what is done with a variable in a scope. */
export function usesOf(
  program: GoProgram,
  name: string,
  { file, around, from }: GoScope,
  seen = new Set<GoFunction>(),
): GoUses {
  const calls: GoCall[] = [];
  const passed: GoCall[] = [];
  const words = [...file.code.slice(from, around.end).matchAll(/\b\w+\b/g)].filter(([word]) => word === name);
  for (const { index } of words.slice(0, mostUses)) {
    const end = from + index + name.length;
    const chain = chainFrom(file, end).calls;
    calls.push(...chain);
    const call = chain.length > 0 ? undefined : callWith(file, { from: from + index, to: end });
    if (call === undefined) continue;
    const callee = calleeOf(program, call, around);
    if (callee === undefined) passed.push(call);
    else if (!seen.has(callee.around)) {
      seen.add(callee.around);
      const inner = usesOf(program, callee.parameter, { ...callee, from: callee.around.open }, seen);
      calls.push(...inner.calls);
      passed.push(...inner.passed);
    }
  }
  return { calls, passed };
}

interface Passing extends GoCall {
  readonly qualifier: string;
  /** The index of the argument. */
  readonly index: number;
}

/** Returns the call that has exactly a word of the code as an argument. */
function callWith(file: GoText, word: { readonly from: number; readonly to: number }): Passing | undefined {
  const { code, closing } = file;
  const opens = [...closing].filter(([open, close]) => open < word.from && close >= word.to).map(([open]) => open);
  const open = Math.max(-1, ...opens);
  const called =
    open >= 0 && code.charAt(open) === '(' ? calledBefore(code.slice(Math.max(0, open - 200), open)) : undefined;
  if (called === undefined) return undefined;
  const given = argumentsOf(file, open, closing.get(open)!);
  const index = given.findIndex(({ from, to }) => to === word.to && /^&?\s*\w+$/.test(codeOf(file, { from, to })));
  const offset = code.lastIndexOf(called.qualifier || called.name, open);
  return index < 0 ? undefined : { file, ...called, index, offset, arguments: given };
}

/** Returns the function whose name is in front of a bracket, also with arguments of types; undefined for other code. */
function calledBefore(code: string): Pick<Passing, 'name' | 'qualifier'> | undefined {
  const words: string[] = code.slice(code.lastIndexOf('\n') + 1).match(/\w+|[^\w\s]/g) ?? [];
  if (words.at(-1) === ']') words.splice(words.lastIndexOf('['));
  const [name = '', before, qualifier = ''] = words.toReversed();
  if (!/^\w/.test(name) || /^(?:if|for|switch|return|func)$/.test(name) || before === 'func' || before === ')')
    return undefined;
  return { name, qualifier: before === '.' && /^\w/.test(qualifier) ? qualifier : '' };
}

/** Returns the function of the project that a call calls, and the parameter that has the argument. */
function calleeOf(program: GoProgram, { file, name, qualifier, index }: Passing, around: GoFunction) {
  const path = program.importsOf(file).get(qualifier);
  const folder = path === undefined ? folderWith(file) : program.folderOf(path);
  const isMethod = path === undefined && qualifier !== '';
  const found = (folder === undefined ? [] : program.filesIn(folder)).flatMap((each) =>
    program
      .functionsOf(each)
      .filter((one) => one.name === name && (one.receiver !== '') === isMethod)
      .map((one) => ({ file: each, around: one })),
  );
  const chosen =
    found.find((each) => each.around.receiver === around.receiver) ?? (found.length === 1 ? found[0] : undefined);
  if (chosen === undefined) return undefined;
  const { parameters } = chosen.around;
  const given = argumentsOf(chosen.file, parameters, chosen.file.closing.get(parameters) ?? parameters)[index];
  const [parameter] = given === undefined ? [] : (/^\w+/.exec(codeOf(chosen.file, given)) ?? []);
  return parameter === undefined ? undefined : { ...chosen, parameter };
}
