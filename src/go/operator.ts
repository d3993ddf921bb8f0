import type { TextOf } from './constants.js';
import { functionsIn } from './declarations.js';
import { keysBetween } from './literals.js';
import { unquoted } from './markers.js';
import type { GoText } from './text.js';

/** Something in Go code, and its offset. */
export interface GoPlace {
  readonly name: string;
  readonly offset: number;
}

/** The name of the Lease of a manager. */
export interface GoLease {
  /** Undefined if it is known only at run time. */
  readonly name: string | undefined;
  readonly offset: number;
}

/** Returns the name of the Lease of a manager; undefined if no options have one. */
export function leaseIn(file: GoText, textOf: TextOf): GoLease | undefined {
  const { code, text, problem } = file;
  const found = problem === undefined ? /\bLeaderElectionID\s*:\s*("[^"\n]*"|[\w.]+)/.exec(code) : null;
  if (found === null) return undefined;
  const from = found.index + found[0].length - found[1]!.length;
  const end = from + found[1]!.length;
  const isCall = /^\s*[(+]/.test(code.slice(end, end + 10));
  return { name: isCall ? undefined : textOf(file, text.slice(from, end)), offset: found.index };
}

/** Returns the names of a Lease that a file declares as the usual one: `const DefaultLeaderElectionID = "a.example.com"`. */
export function usualLeasesIn({ code, text, problem }: GoText): readonly GoLease[] {
  if (problem !== undefined || !/leaderElectionId/i.test(code)) return [];
  const declared = /\b(?:default)?leaderElectionID[ \t]*(?:string[ \t]*)?=[ \t]*("[^"\n]*")/gi;
  return [...code.matchAll(declared)].map(({ 0: whole, 1: value = '', index }) => {
    const from = index + whole.length - value.length;
    return { name: unquoted(text.slice(from, from + value.length)), offset: index };
  });
}

/** Returns the place at which a file creates a manager. */
export function managerIn({ code, problem }: GoText): number | undefined {
  return problem === undefined
    ? /\bctrl\s*\.\s*NewManager\s*\(|\bmanager\s*\.\s*New\s*\(/.exec(code)?.index
    : undefined;
}

/** Returns the flags that a file declares with the package `flag` or `pflag`. */
export function flagsIn({ code, text }: GoText): readonly GoPlace[] {
  const declared = /\b(?:flag|pflag|fs|flags|flagSet)\s*\.\s*\w+Var(?:P?)\s*\(\s*&?[\w.]+\s*,\s*("[^"\n]*")/g;
  return [...code.matchAll(declared)].map(({ 0: whole, 1: name = '', index }) => {
    const from = index + whole.length - name.length;
    return { name: unquoted(text.slice(from, from + name.length)), offset: from };
  });
}

/** Returns the options of the manager: the keys of `ctrl.Options` that `NewManager` is given. */
export function managerOptionsIn({ code, closing, problem }: GoText): readonly GoPlace[] {
  if (problem !== undefined) return [];
  return [...code.matchAll(/\bNewManager\s*\(/g)].slice(0, 10).flatMap(({ 0: start, index }) => {
    const call = index + start.length - 1;
    const open = code.indexOf('{', call);
    const [end, close] = [closing.get(call), closing.get(open)];
    if (end === undefined || close === undefined || open > end) return [];
    return keysBetween(code, closing, open, close);
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
