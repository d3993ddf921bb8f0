import type { Kind, KindVersion } from '../../../base/model/kind.js';
import { crdPlace, crdVersion, type CrdPlace } from '../../../base/helper/crd-position.js';
import type { CrdProblem } from '../../../base/helper/crd-verdict.js';
import type { ServerError } from '../../../base/helper/protocol.js';
import type { Asker } from './asker.js';
import { growingFor, markerFor, withBounds, type Bound, type Growing } from './bounds.js';
import { compileRemedy } from './rule-edits.js';
import { searchBounds } from './search-bounds.js';
import { trialOf, type Trial } from './trial.js';

/** Maximum number of questions about one problem, and of fields whose limits are tried for it. */
const mostQuestions = 40;
const mostNodes = 8;

/**
 * Returns remedies for the problems with a CRD, each of which the API server's code has accepted. Problems that the
 * remedy of another one solves are not in the result.
 */
export async function crdRemedies(
  kind: Kind,
  problems: readonly CrdProblem[],
  asker: Asker,
): Promise<ReadonlyMap<CrdProblem, string | undefined>> {
  const found = new Map<CrdProblem, string | undefined>();
  // The API server visits fields in no particular order.
  const sorted = problems.toSorted((one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : 0));
  const solved = new Set<CrdProblem>();
  for (const problem of sorted) {
    if (solved.has(problem)) continue;
    const version = crdVersion(kind, problem.path);
    const trial = trialOf(kind, asker.within(mostQuestions));
    if (problem.inRule === undefined) {
      const remedy = await budgetRemedy(kind, version, problem, problems, trial);
      found.set(problem, remedy);
      const isForAll = remedy !== undefined && tooExpensiveTogether.test(problem.message);
      for (const each of isForAll ? problems.filter(contributes) : []) solved.add(each);
    } else {
      const alike = problems.filter((each) => each.path === problem.path && each !== problem);
      const { remedy, solves = [] } = await compileRemedy(
        version,
        { ...problem, inRule: problem.inRule },
        alike,
        trial,
      );
      found.set(problem, remedy);
      for (const each of solves) solved.add(each);
    }
  }
  for (const each of solved) found.delete(each);
  return found;
}

const tooExpensive = /estimated (?:rule|messageExpression) cost exceeds budget/;
const tooExpensiveTogether = /estimated rule cost total for entire/;
const contributes = ({ message }: CrdProblem): boolean => message.includes('contributed to estimated rule cost total');

/** Maximum number of rules whose fields are limited, if all rules together are too expensive. */
const mostRules = 4;

/** Returns the rules with the highest costs. The API server names some of them, but not always the same ones. */
async function mostExpensive(kind: Kind, version: KindVersion, trial: Trial): Promise<readonly InCrd[]> {
  const costs = (await trial.costs(version)) ?? [];
  return costs
    .toSorted((one, other) => other.cost - one.cost || (one.field < other.field ? -1 : 1))
    .slice(0, mostRules)
    .map(({ field }) => ({ path: field, place: crdPlace({ ...kind, versions: [version] }, field) }));
}

/** A path in a CRD, and where it leads. */
interface InCrd {
  readonly path: string;
  readonly place: CrdPlace;
}

async function budgetRemedy(
  kind: Kind,
  version: KindVersion,
  problem: CrdProblem,
  problems: readonly CrdProblem[],
  trial: Trial,
): Promise<string | undefined> {
  const { message, path } = problem;
  const isTotal = tooExpensiveTogether.test(message);
  if (!isTotal && !tooExpensive.test(message)) return undefined;
  const asked = isTotal ? await mostExpensive(kind, version, trial) : [problem];
  const nodes = unique(asked.flatMap((each) => nodesOf(version, each)));
  const before = new Set((await trial.errors(version))?.map(keyOf));
  if (before.size === 0) return undefined;
  if (nodes.length === 0) return isTotal ? undefined : withoutLimits(path);
  const isOnly = problems.filter((each) => tooExpensive.test(each.message)).length <= 1;
  const unwanted = ({ field = '', message: text }: ServerError): boolean =>
    isTotal || isOnly
      ? tooExpensiveTogether.test(text) || tooExpensive.test(text)
      : tooExpensive.test(text) && inSchema(field) === inSchema(path);
  let isAnswered = true;
  const passes = async (bounds: readonly Bound[]): Promise<boolean> => {
    const errors = await trial.errors(withBounds(version, bounds));
    isAnswered &&= errors !== undefined;
    return errors !== undefined && !errors.some((each) => unwanted(each) || !before.has(keyOf(each)));
  };
  const unlimited = nodes.filter(({ limit }) => limit === undefined).slice(0, mostNodes);
  const sets = await searchBounds(unlimited, passes);
  // A limit that is there was meant, so it is lowered only if nothing else helps.
  const found = sets.length > 0 ? sets : await searchBounds(nodes.slice(0, mostNodes), passes);
  if (found.length > 0) return found.map(described).join('; or ');
  // The smallest limits of all nodes were tried, unless no more could be asked.
  return isAnswered && !isTotal && nodes.length <= mostNodes ? withoutLimits(path) : undefined;
}

/** Returns what to do if no limits are enough. */
function withoutLimits(path: string): string {
  return path.endsWith('.messageExpression')
    ? "limits do not help here; write the message with format: 'at most %d'.format([self.max])"
    : 'limits do not help here; simplify the rule, or divide it between the fields that it reads';
}

function nodesOf({ schema }: KindVersion, { path, place }: InCrd): readonly Growing[] {
  const { trail, validation } = place;
  if (trail === undefined || validation === undefined) return [];
  const text = path.endsWith('.messageExpression') ? (validation.messageExpression ?? '') : validation.rule;
  return growingFor(schema, trail, text);
}

function unique(nodes: readonly Growing[]): readonly Growing[] {
  return [...new Map(nodes.map((node) => [JSON.stringify([node.trail, node.keyword]), node])).values()];
}

/** Returns what to do: `add @MaxItems(100) and @Items(MaxLength(64)) to spec.names`. */
function described(bounds: readonly Bound[]): string {
  const added = new Map<string, string[]>();
  for (const { node, value } of bounds.filter((each) => each.node.limit === undefined)) {
    added.set(node.field, [...(added.get(node.field) ?? []), markerFor(node, value)]);
  }
  const lowered = bounds.flatMap(({ node, value }) =>
    node.limit === undefined
      ? []
      : [`change ${markerFor(node, node.limit)} of ${node.field} to ${markerFor(node, value)}`],
  );
  return [...[...added].map(([field, markers]) => `add ${joined(markers).join(' and ')} to ${field}`), ...lowered].join(
    ', and ',
  );
}

/** Joins markers of items and values: `@Items(...)` can be specified once. */
function joined(markers: readonly string[]): readonly string[] {
  const inner = new Map<string, string[]>();
  const rest: string[] = [];
  for (const marker of markers) {
    const [, wrapper, within] = /^(@?(?:Items|Values))\((.*)\)$/s.exec(marker) ?? [];
    if (wrapper === undefined || within === undefined) rest.push(marker);
    else inner.set(wrapper, [...(inner.get(wrapper) ?? []), within]);
  }
  return [...rest, ...[...inner].map(([wrapper, within]) => `${wrapper}(${joined(within).join(', ')})`)];
}

/** Returns what identifies an error, whose factor can differ. */
function keyOf({ field = '', message }: ServerError): string {
  return `${inSchema(field)} ${message.replace(/ by factor of .*/, '')}`;
}

function inSchema(path: string): string {
  return path.slice(Math.max(0, path.indexOf('openAPIV3Schema')));
}
