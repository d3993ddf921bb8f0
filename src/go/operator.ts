import { expressionEnd } from './calls.js';
import { functionsIn } from './declarations.js';
import { flagsIn, type GoFlag } from './flags.js';
import { unquoted } from './markers.js';
import type { GoPlace } from './place.js';
import { folderWith, type GoProgram } from './program.js';
import type { GoText } from './text.js';

/** The name of the Lease of a manager. */
export interface GoLease {
  /** Undefined if it is known only at run time. */
  readonly name: string | undefined;
  /** The flag that sets it. */
  readonly flag?: string;
  readonly offset: number;
}

/** Returns the name of the Lease of a manager, which can be the default of a flag; undefined if no options have one. */
export function leaseIn(program: GoProgram, file: GoText): GoLease | undefined {
  const { code, text } = file;
  const found = /\bLeaderElectionID(?::| =) */.exec(code);
  if (found === null) return undefined;
  const from = found.index + found[0].length;
  const value = text.slice(from, expressionEnd(file, from)).trim();
  const name = program.textOf(file, value);
  const flag = name === undefined ? flagWith(program, file, value) : undefined;
  return {
    name: name ?? flag?.fallback,
    offset: found.index,
    ...(flag?.name === undefined ? {} : { flag: flag.name }),
  };
}

/** Returns the flag whose value an expression is: `*lease`, `options.lease`. */
function flagWith(program: GoProgram, file: GoText, expression: string): GoFlag | undefined {
  const [variable] = /^[\w.]+$/.exec(expression.replace(/^\*/, '')) ?? [];
  if (variable === undefined) return undefined;
  const isOf = ({ target }: GoFlag): boolean => target === variable;
  const isField = ({ target }: GoFlag): boolean => variable.includes('.') && lastOf(target ?? '') === lastOf(variable);
  const beside = program.filesIn(folderWith(file)).flatMap((each) => flagsIn(program, each));
  const here = flagsIn(program, file).find(isOf) ?? beside.find(isOf);
  if (here !== undefined) return here;
  const [field, ...others] = program.files.flatMap((each) => flagsIn(program, each).filter(isField));
  return others.length === 0 ? field : undefined;
}

const lastOf = (variable: string): string => variable.slice(variable.lastIndexOf('.') + 1);

/** Returns the names of a Lease that a file declares as the usual one: `const DefaultLeaderElectionID = "a.example.com"`. */
export function usualLeasesIn({ code, text, problem }: GoText): readonly GoLease[] {
  if (problem !== undefined || !/leaderElectionId/i.test(code)) return [];
  const declared = /\b(?:default)?leaderElectionID[ \t]*(?:string[ \t]*)?=[ \t]*("[^"\n]*")/gi;
  return [...code.matchAll(declared)].map(({ 0: whole, 1: value = '', index }) => {
    const from = index + whole.length - value.length;
    return { name: unquoted(text.slice(from, from + value.length)), offset: index };
  });
}

const admission = /^(?:Default|Validate(?:Create|Update|Delete)|Handle)$/;
const conversion = /^Convert(?:To|From)$/;

/** Returns the methods of webhooks and conversions that have logic. */
export function webhookMethodsIn(file: GoText): readonly (GoPlace & { readonly is: 'admission' | 'conversion' })[] {
  if (file.problem !== undefined || !/\bConvert(?:To|From)\b|\bwebhook\b|\badmission\b/.test(file.text)) return [];
  return functionsIn(file).flatMap(({ name, receiver, offset }) => {
    const is = admission.test(name) ? 'admission' : conversion.test(name) ? 'conversion' : undefined;
    return receiver === '' || is === undefined ? [] : [{ name: `${receiver}.${name}`, offset, is } as const];
  });
}

/** Returns calls that add something to a manager: runnables, and indexes of fields. */
export function additionsIn({ code, problem }: GoText): readonly GoPlace[] {
  if (problem !== undefined) return [];
  const added = /\bmgr\s*\.\s*Add\s*\(|\bIndexField\s*\(|\bNewUnmanaged\s*\(/g;
  return [...code.matchAll(added)].map(({ 0: text, index }) => ({
    name: text.replaceAll(/[\s(]/g, '').replace(/^mgr\./, 'mgr.'),
    offset: index,
  }));
}
