import type { Mutation } from './mutations.js';

/** A mutation with the number that switches it on. */
export interface Mutant extends Mutation {
  readonly id: number;
}

/** Returns the text of a file with some mutations, on the same lines. */
export function mutated(text: string, mutations: readonly Mutation[]): string {
  return replaced(text, mutations, ({ before, after }) => {
    const code = after === undefined ? ';' : `(${after})`;
    return code + '\n'.repeat(Math.max(0, linesOf(before) - linesOf(code)));
  });
}

const linesOf = (text: string): number => text.split('\n').length;

/** Returns the text of a file with all mutations, each of which works while `globalThis.isMutantOn` says so. */
export function instrumented(text: string, mutants: readonly Mutant[]): string {
  return replaced(text, mutants, switched);
}

function replaced<T extends Mutation>(text: string, some: readonly T[], by: (each: T) => string): string {
  const ordered = some.toSorted((one, other) => other.start - one.start);
  return ordered.reduce((all, each) => all.slice(0, each.start) + by(each) + all.slice(each.end), text);
}

function switched({ id, before, after }: Mutant): string {
  const isOn = `(globalThis as any).isMutantOn?.(${id})`;
  if (after === undefined) return `if (!${isOn}) ${before}`;
  const [, object, method] = /^(.*\.)(some|every)$/s.exec(before) ?? [];
  // A method must stay one of its object.
  if (object !== undefined && after.startsWith(object))
    return `${object.endsWith('?.') ? object : object.slice(0, -1)}[${isOn} ? '${after.slice(object.length)}' : '${method}']`;
  return `(${isOn} ? (${after}) : (${before}))`;
}
