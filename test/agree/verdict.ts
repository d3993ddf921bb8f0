import { HelperFailed, type RunningHelper } from '../../src/base/helper/helper-process.js';
import type { ServerError } from '../../src/base/helper/protocol.js';

/** What the API server or the helper says about an object. */
export interface Verdict {
  /** Each reason for a refusal as `field: message`, sorted; none if the object is accepted. */
  readonly errors: readonly string[];
  /** Whether the words are about the storage of the server or the connection, which the helper does not have. */
  readonly isOfServer?: boolean;
  /** Whether the server had no time to answer. */
  readonly isUnanswered?: boolean;
}

/** Asks the helper about an object. */
export async function askHelper(
  helper: RunningHelper,
  object: string,
  { crd, old }: { readonly crd?: string; readonly old?: string } = {},
): Promise<Verdict> {
  const parts = { ...(crd === undefined ? {} : { crds: [crd] }), ...(old === undefined ? {} : { old }) };
  const { errors = [], problem } = await helper.ask({ operation: 'object', object, ...parts });
  if (problem?.code === 'internal') throw new HelperFailed(problem.message);
  if (problem !== undefined) return { errors: [`: ${problem.code}: ${problem.message}`] };
  const decoding = errors.filter(({ type }) => type === 'StrictDecoding');
  if (decoding.length > 0) {
    return { errors: strictDecoding(`strict decoding error: ${decoding.map(({ message }) => message).join(', ')}`) };
  }
  return { errors: errors.map(reasonOf).toSorted() };
}

function reasonOf({ type, field = '', message }: ServerError): string {
  return `${type === 'OldObject' ? 'old object: ' : ''}${field}: ${withoutGenerated(message)}`;
}

/**
 * Returns a message of the server without what it makes up: the numbers of types that have no name, the fields of a
 * whole object, such as its times, and the ends of generated names.
 */
export function withoutGenerated(message: string): string {
  return message
    .replaceAll(/\bselfType\d+/g, 'selfType')
    .replace(/^(Invalid value: "[^"]*)[b-df-hj-np-tv-xz2456789]{5}(": a lowercase RFC 1123)/, '$1$2')
    .replace(/ value: \{"apiVersion":.*"uid":".*\}(?=$|: )/s, ' value: {...}');
}

/** Returns the reasons in an error of decoding, which come in any order. */
export function strictDecoding(message: string): readonly string[] {
  const [, reasons] = /^strict decoding error: (.*)$/s.exec(message) ?? [];
  if (reasons === undefined) return [`: ${message}`];
  return reasons
    .split(/, (?=unknown field|duplicate field)/)
    .map((each) => `: ${each}`)
    .toSorted();
}

/** How two verdicts differ; undefined where they are the same. */
export type Difference = 'verdict' | 'words';

export function differenceOf(one: Verdict, other: Verdict): Difference | undefined {
  if (one.isUnanswered || other.isUnanswered) return undefined;
  if ((one.errors.length === 0) !== (other.errors.length === 0)) return 'verdict';
  if (one.isOfServer || other.isOfServer) return undefined;
  return one.errors.join('\n') === other.errors.join('\n') ? undefined : 'words';
}
