import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Upstream } from '../upstream/upstream.js';
import { verdictsOn, type AskOptions, type Verdict } from './ask.js';
import { verdictProblems } from './explain.js';
import type { TextOf } from './field-position.js';
import { objectName, type Manifest, type ManifestSet } from './manifest.js';
import { podSecurityProblems } from './pod-security.js';

export interface Verified {
  /** The verdicts, one for each different object. */
  readonly verdicts: readonly Verdict[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Asks the API server about sets of manifests. An object that is in several sets is asked about once, and a problem of
 * one field is reported once, although each kustomization names the object in another way.
 * @throws HelperFailed
 */
export async function verifySets(
  upstream: Upstream,
  sets: readonly ManifestSet[],
  textOf: TextOf,
  options: AskOptions = {},
): Promise<Verified> {
  const unique = [...new Map(sets.flat().map((each) => [keyOf(each), each])).values()];
  const verdicts = await verdictsOn(upstream, unique, options);
  const byKey = grouped(verdicts);
  const inSets = await Promise.all(
    sets.map((set) =>
      podSecurityProblems(
        upstream,
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
  for (const each of inSets.flat()) found.set(JSON.stringify([each.code, each.position]), each);
  return { verdicts, diagnostics: [...found.values()] };
}

/** Returns a key of a document: the same object of several kustomizations is one; the same text in two files is two. */
function keyOf({ file = '', offset, text, list }: Manifest): string {
  const whole = list?.text ?? text;
  return offset === undefined ? whole : `${file} ${offset} ${whole}`;
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
