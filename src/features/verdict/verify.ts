import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { Helper } from '../../base/helper/helper.js';
import { verdictsOn, type AskOptions, type Verdict } from './ask.js';
import { duplicateDefinitions, verdictProblems } from './explain.js';
import type { TextOf } from './field-position.js';
import { objectName, type Manifest, type ManifestSet } from './manifest.js';
import { podSecurityProblems } from './pod-security.js';

export interface Verified {
  /** The verdicts, one for each distinct object. */
  readonly verdicts: readonly Verdict[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Verdicts and problems. The keys of problems are equal for the same problem of an object in several kustomizations. */
interface Found {
  readonly verdicts: readonly Verdict[];
  readonly problems: ReadonlyMap<string, Diagnostic>;
}

/** Sets of manifests that are deployed on their own, and sets that are parts of these. */
export interface DeployedSets {
  readonly whole: readonly ManifestSet[];
  readonly parts: readonly ManifestSet[];
}

/**
 * Verifies sets as `verifySets` does. Problems of parts that the whole does not have are notes.
 * @throws HelperFailed
 */
export async function verifyDeployed(
  helper: Helper,
  { whole, parts }: DeployedSets,
  textOf: TextOf,
  options: AskOptions = {},
): Promise<Verified> {
  const { verdicts, problems } = await findIn(helper, whole, textOf, options);
  const inParts =
    parts.length === 0 ? new Map<string, Diagnostic>() : (await findIn(helper, parts, textOf, options)).problems;
  const corrected = [...inParts].flatMap(([key, each]) => (problems.has(key) ? [] : [asNote(each)]));
  return { verdicts, diagnostics: [...problems.values(), ...corrected] };
}

function asNote(each: Diagnostic): Diagnostic {
  const help = 'fix it if this kustomization is deployed by itself; those that include it correct the problem';
  return { ...each, severity: 'note', help };
}

/**
 * Asks the API server about sets of manifests. Each object is asked about only once, and each problem of a field is
 * reported once, even if several kustomizations give the object different names.
 * @throws HelperFailed
 */
export async function verifySets(
  helper: Helper,
  sets: readonly ManifestSet[],
  textOf: TextOf,
  options: AskOptions = {},
): Promise<Verified> {
  const { verdicts, problems } = await findIn(helper, sets, textOf, options);
  return { verdicts, diagnostics: [...problems.values()] };
}

async function findIn(
  helper: Helper,
  sets: readonly ManifestSet[],
  textOf: TextOf,
  options: AskOptions,
): Promise<Found> {
  const unique = [...new Map(sets.flat().map((each) => [keyOf(each), each])).values()];
  const verdicts = await verdictsOn(helper, unique, options);
  const byKey = grouped(verdicts);
  const inSets = await Promise.all(
    sets.map((set) =>
      podSecurityProblems(
        helper,
        set.flatMap((each) => byKey.get(keyOf(each)) ?? []),
        textOf,
      ),
    ),
  );
  const found = new Map<string, Diagnostic>();
  for (const verdict of verdicts) {
    const { identity } = verdict.answer;
    const name = identity === undefined ? '' : objectName(identity);
    for (const each of verdictProblems(verdict, textOf)) {
      const message = each.message.replace(name, '').replace(verdict.manifest.kustomization ?? '', '');
      const key = JSON.stringify([each.code, each.position, message]);
      if (!found.has(key)) found.set(key, each);
    }
  }
  const duplicates = sets.flatMap((set) =>
    duplicateDefinitions(
      set.flatMap((each) => byKey.get(keyOf(each)) ?? []),
      textOf,
    ),
  );
  for (const each of [...inSets.flat(), ...duplicates]) found.set(JSON.stringify([each.code, each.position]), each);
  return { verdicts, problems: found };
}

/**
 * Returns the key of a document: the same object in several kustomizations has one key, but the same text in two files
 * has two.
 */
function keyOf({ file = '', offset, text }: Manifest): string {
  return offset === undefined ? text : `${file} ${offset}`;
}

function grouped(verdicts: readonly Verdict[]): ReadonlyMap<string, readonly Verdict[]> {
  const groups = new Map<string, Verdict[]>();
  for (const each of verdicts) {
    const key = keyOf(each.manifest);
    const group = groups.get(key) ?? [];
    group.push(each);
    groups.set(key, group);
  }
  return groups;
}
