import { behindTypes, callAt, codeOf, argumentsOf, type GoCall, type GoRange } from './calls.js';
import { keysBetween } from './literals.js';
import type { GoText } from './text.js';

/** Arguments of a watch of a source. */
export interface GoSource {
  readonly object: GoRange;
  readonly handler: GoRange | undefined;
  readonly predicates: readonly GoRange[];
}

/**
 * Returns the kind, the handler and the predicates of a watch: `source.Kind(cache, object, handler)`, or those of earlier
 * releases; undefined for another source.
 */
export function sourceOf(call: GoCall): GoSource | undefined {
  const { file, arguments: given } = call;
  const [first, ...others] = given;
  if (first === undefined) return undefined;
  const literal = kindLiteral(file, first);
  if (literal !== undefined) return { object: literal, handler: others[0], predicates: others.slice(1) };
  const made = callAt(file, first);
  if (made?.name !== 'Kind' || made.end !== first.to) return undefined;
  const [, object, ...inner] = made.arguments;
  const [handler, ...predicates] = [...inner, ...others];
  return object && { object, handler, predicates };
}

/** Returns the kind of `&source.Kind{Type: &core.Pod{}}`. */
function kindLiteral(file: GoText, range: GoRange): GoRange | undefined {
  const [start] = /^&?\s*\w+\s*\.\s*Kind\s*\{/.exec(codeOf(file, range)) ?? [];
  const open = range.from + (start?.length ?? 0) - 1;
  const close = start === undefined ? undefined : file.closing.get(open);
  if (close === undefined) return undefined;
  return keysBetween(file.code, file.closing, open, close).find(({ name }) => name === 'Type');
}

/** A call of a function of a package. */
export interface GoMade {
  readonly offset: number;
  readonly arguments: readonly GoRange[];
  readonly end: number;
}

/** Returns the calls of functions of a package in a file. @param names the names of the functions */
export function callsOf(
  file: GoText,
  imports: ReadonlyMap<string, string>,
  path: string,
  names: readonly string[],
): readonly GoMade[] {
  const found = [...file.code.matchAll(/\b(\w+)\.(\w+)(?=[([])/g)].filter(([, , called = '']) =>
    names.includes(called),
  );
  return found.flatMap(({ 0: start, 1: name = '', index }) => {
    const open = behindTypes(file, index + start.length);
    const close = file.code.charAt(open) === '(' ? file.closing.get(open) : undefined;
    if (close === undefined || imports.get(name) !== path) return [];
    return [{ offset: index, arguments: argumentsOf(file, open, close), end: close + 1 }];
  });
}
