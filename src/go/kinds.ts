import { callAt, codeOf, type GoRange } from './calls.js';
import { keysBetween } from './literals.js';
import type { Surroundings } from './predicates.js';

/** A type that is named in Go code: `appsv1.Deployment`. */
export interface GoType {
  /** The path of its package; empty for the package of the file. */
  readonly path: string;
  readonly name: string;
}

/** The handler of a watch: it finds the objects to be reconciled. */
export type GoHandler =
  | { readonly is: 'self' }
  | { readonly is: 'owner'; readonly of: GoType; readonly onlyController: boolean }
  /** A function of the project. */
  | { readonly is: 'map'; readonly name: string };

/** Returns the type of an empty object: `&appsv1.Deployment{}` or `new(appsv1.Deployment)`. */
export function typeIn({ file, imports }: Surroundings, { from, to }: GoRange): GoType | undefined {
  const code = file.code.slice(from, to);
  const found =
    /^&?\s*(?:(\w+)\s*\.\s*)?(\w+)\s*\{/.exec(code) ?? /^new\s*\(\s*(?:(\w+)\s*\.\s*)?(\w+)\s*\)/.exec(code);
  if (found === null) return undefined;
  const [, name, type = ''] = found;
  if (name === undefined) return { path: '', name: type };
  const path = imports.get(name);
  return path === undefined ? undefined : { path, name: type };
}

/** Returns the handler of a watch; undefined for one of the project. */
export function handlerIn(around: Surroundings, { from, to }: GoRange): GoHandler | undefined {
  const { file } = around;
  const code = file.code.slice(from, to);
  if (/^&?\s*\w+\s*\.\s*(?:Typed)?EnqueueRequestForObject\s*(?:\[[^{}]*\]\s*)?\{\s*\}$/.test(code))
    return { is: 'self' };
  const call = callAt(file, { from, to });
  const name = call?.name.replace(/^Typed/, '');
  if (call !== undefined && name === 'EnqueueRequestsFromMapFunc') {
    const [first] = call.arguments;
    const [called = ''] = first === undefined ? [] : codeOf(file, first).split('(', 1);
    const mapper = called.split(/\W/).at(-1) ?? '';
    return { is: 'map', name: mapper === 'func' ? '' : mapper };
  }
  if (call === undefined || name !== 'EnqueueRequestForOwner') return ownerLiteral(around, { from, to });
  const owner = call.arguments.map((each) => typeIn(around, each)).find((each) => each !== undefined);
  return owner && { is: 'owner', of: owner, onlyController: /\bOnlyControllerOwner\s*\(/.test(code) };
}

/** Returns the handler of earlier releases: `&handler.EnqueueRequestForOwner{OwnerType: &appsv1.Deployment{}}`. */
function ownerLiteral(around: Surroundings, { from, to }: GoRange): GoHandler | undefined {
  const { code, closing } = around.file;
  const [start] = /^&?\s*\w+\s*\.\s*EnqueueRequestForOwner\s*\{/.exec(code.slice(from, to)) ?? [];
  const open = from + (start?.length ?? 0) - 1;
  const close = start === undefined ? undefined : closing.get(open);
  if (close === undefined) return undefined;
  const keys = keysBetween(code, closing, open, close);
  const type = keys.find((each) => each.name === 'OwnerType');
  const of = type && typeIn(around, type);
  const isController = keys.some(({ name, value }) => name === 'IsController' && value === 'true');
  return of && { is: 'owner', of, onlyController: isController };
}
