import { emitCrd } from '../../../output/emit/crd.js';
import type { Kind, KindVersion } from '../../../base/model/kind.js';
import { crdPlace, crdVersion } from '../crd-position.js';
import type { CrdProblem } from '../generated/crd-rejections.js';
import type { ServerError } from '../../../base/helper/protocol.js';
import type { Helper } from '../../../base/helper/helper.js';
import { limitedAsker, type Asker } from './asker.js';
import { growingFor, suggestion, withBounds, type Bound, type Growing } from './bounds.js';
import { nameRemedy } from './rule-names.js';
import { searchBounds } from './search-bounds.js';

/** Limits: questions of a run, with their characters; questions about one problem; and fields whose limits are tried. */
const mostOfRun = 200;
const mostCharacters = 10_000_000;
const mostQuestions = 40;
const mostNodes = 8;
/** Maximum number of rules whose fields are limited, if all rules together are too expensive. */
const mostRules = 4;

const tooExpensive = /estimated (?:rule|messageExpression) cost exceeds budget/;
const tooExpensiveTogether = /estimated rule cost total for entire/;
const contributes = /contributed to estimated rule cost total/;

/** Returns the asker for the remedies of a run, which takes about two seconds for the largest CRDs. */
export function remedyAsker(helper: Helper): Asker {
  return limitedAsker(helper, mostCharacters).within(mostOfRun);
}

/**
 * Returns remedies for the problems with a CRD. The API server's code has accepted the limits in them. Problems that
 * are solved by the remedy for another one are omitted.
 */
export async function crdRemedies(
  kind: Kind,
  problems: readonly CrdProblem[],
  asker: Asker,
): Promise<ReadonlyMap<CrdProblem, string | undefined>> {
  const found = new Map<CrdProblem, string | undefined>();
  // The API server visits fields in no particular order.
  for (const problem of problems.toSorted((one, other) => (one.path < other.path ? -1 : 1))) {
    const version = crdVersion(kind, problem.path);
    const isAboutCost = tooExpensive.test(problem.message) || tooExpensiveTogether.test(problem.message);
    if (problem.inRule !== undefined) found.set(problem, nameRemedy(version.schema, problem, problem.inRule.reason));
    else if (isAboutCost) found.set(problem, await limitRemedy(kind, version, problem, asker.within(mostQuestions)));
    else found.set(problem, undefined);
  }
  const isSolved = [...found].some(
    ([{ message }, remedy]) => remedy !== undefined && tooExpensiveTogether.test(message),
  );
  return new Map([...found].filter(([{ message }]) => !isSolved || !contributes.test(message)));
}

/** Returns the limits that remove an error without causing new ones. */
async function limitRemedy(
  kind: Kind,
  version: KindVersion,
  { message, path, place }: CrdProblem,
  asker: Asker,
): Promise<string | undefined> {
  const ask = (operation: 'object' | 'costs', of: KindVersion) => {
    // Separately and without descriptions, which makes answers faster.
    const alone = { ...kind, versions: [{ ...of, served: true, storage: true }] };
    const object = emitCrd(alone, '0.0.0', { descriptions: 'drop' }).text;
    return asker.ask({ operation, object }, object.length);
  };
  const errorsOf = async (of: KindVersion): Promise<readonly string[] | undefined> => {
    const answer = await ask('object', of);
    return answer === undefined || answer.problem !== undefined ? undefined : (answer.errors ?? []).map(keyOf);
  };
  const isTotal = tooExpensiveTogether.test(message);
  const before = await errorsOf(version);
  if (before === undefined) return undefined;
  const places = isTotal
    ? ((await ask('costs', version))?.costs ?? [])
        .toSorted((one, other) => other.cost - one.cost || (one.field < other.field ? -1 : 1))
        .slice(0, mostRules)
        .map(({ field }) => ({ path: field, place: crdPlace({ ...kind, versions: [version] }, field) }))
    : [{ path, place }];
  const all = places.flatMap((each) => nodesOf(version, each));
  const nodes = [...new Map(all.map((node) => [JSON.stringify([node.trail, node.keyword]), node])).values()];
  let isAnswered = true;
  const own = keyOf({ type: '', field: path, message });
  const passes = async (bounds: readonly Bound[]): Promise<boolean> => {
    const errors = await errorsOf(withBounds(version, bounds));
    isAnswered &&= errors !== undefined;
    return errors?.every((each) => each !== own && before.includes(each)) === true;
  };
  const unlimited = nodes.filter(({ limit }) => limit === undefined);
  // An existing limit was set on purpose, so it is lowered only if nothing else helps.
  for (const tried of unlimited.length === nodes.length ? [nodes] : [unlimited, nodes]) {
    const found = await searchBounds(tried.slice(0, mostNodes), passes);
    if (found !== undefined) return suggestion(found);
  }
  return isAnswered && !isTotal && nodes.length <= mostNodes ? withoutLimits(path) : undefined;
}

/** Returns what to do if no limits are sufficient. */
function withoutLimits(path: string): string {
  return path.endsWith('.messageExpression')
    ? "limits do not help here; write the message with format: 'at most %d'.format([self.max])"
    : 'limits do not help here; simplify the rule, or split it between the fields that it reads';
}

function nodesOf({ schema }: KindVersion, { path, place }: Pick<CrdProblem, 'path' | 'place'>): readonly Growing[] {
  const { trail, validation } = place;
  if (trail === undefined || validation === undefined) return [];
  const text = path.endsWith('.messageExpression') ? (validation.messageExpression ?? '') : validation.rule;
  return growingFor(schema, trail, text);
}

/** Returns the identity of an error, whose factor and version can vary. */
function keyOf({ field = '', message }: ServerError): string {
  return `${field.slice(Math.max(0, field.indexOf('openAPIV3Schema')))} ${message.replace(/ by factor of .*/, '')}`;
}
