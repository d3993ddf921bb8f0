import type { Merged, MergeOptions, MergeProblem, MergeTexts } from './merged.js';
import { placeOf } from '../text/text.js';
import { readYaml } from './yaml-source.js';
import { mergeYaml } from './yaml-merge.js';

/**
 * Merges a change of `package.json`. npm runs `prex` and `postx` with `x`, so these scripts change together or not at
 * all: a partial change could run something that nobody intended.
 */
export function mergeManifest(texts: MergeTexts, options: MergeOptions): Merged {
  const held = heldScripts(texts);
  if (held.length === 0) return mergeYaml(texts, options);
  const manifest = JSON.parse(texts.after) as { scripts: Record<string, unknown> };
  for (const { name, old } of held) manifest.scripts[name] = old?.value;
  const merged = mergeYaml({ ...texts, after: `${JSON.stringify(manifest, undefined, 2)}\n` }, options);
  if (options.partial === true) return merged;
  const problems = merged.kind === 'refused' ? merged.problems : [];
  const [first, ...others] = [...problems, ...held.map((each) => problemOf(each, texts.existing))];
  return { kind: 'refused', problems: [first, ...others] };
}

/** A script of `package.json` in one of the texts. */
interface Script {
  readonly value: unknown;
  readonly start: number;
  readonly text: string;
}

/** A script that does not change because of another one. */
interface Held {
  readonly name: string;
  readonly old: Script | undefined;
  readonly wanted: Script | undefined;
  readonly own: Script | undefined;
  readonly because: { readonly name: string; readonly isGone: boolean };
}

/** Returns the scripts that would change and that run together with a script that the user has changed in another way. */
function heldScripts({ existing, before, after }: MergeTexts): readonly Held[] {
  const [there, olds, news] = [existing, before, after].map((text) => scriptsIn(text));
  if (there!.size === 0 || news!.size === 0) return [];
  const names = new Set([...olds!.keys(), ...there!.keys(), ...news!.keys()]);
  const changed = [...names]
    .map((name) => ({ name, old: olds!.get(name), wanted: news!.get(name), own: there!.get(name) }))
    .filter(({ old, wanted, own }) => old?.value !== wanted?.value && own?.value !== wanted?.value);
  const contested = changed.filter(({ old, own }) => own?.value !== old?.value);
  return changed.flatMap((each) => {
    const other = contested.find(({ name }) => unitOf(name, names) === unitOf(each.name, names));
    if (other === undefined || contested.includes(each)) return [];
    return [{ ...each, because: { name: other.name, isGone: other.own === undefined } }];
  });
}

function scriptsIn(text: string): ReadonlyMap<string, Script> {
  const source = readYaml(text);
  const root = 'message' in source ? undefined : source.documents[0]?.root;
  const elements = root?.elements.find(({ key }) => key === 'scripts')?.value.elements ?? [];
  return new Map(
    elements.map(({ key = '', start, end, value }) => [key, { value: value.js, start, text: text.slice(start, end) }]),
  );
}

/** Returns the name of the script with which npm runs a script. */
function unitOf(name: string, names: ReadonlySet<string>): string {
  const main = /^(?:pre|post)(?<main>.+)$/.exec(name)?.groups?.['main'];
  return main !== undefined && names.has(main) ? main : name;
}

function problemOf({ name, old, wanted, own, because }: Held, existing: string): MergeProblem {
  const kind = wanted === undefined ? 'remove' : old === undefined ? 'add' : 'replace';
  const lines = ['  "scripts": {', `    ${(wanted ?? old!).text},`];
  return {
    kind,
    ...(own && placeOf(existing, own.start)),
    where: `scripts.${name}`,
    reason: `runs with scripts.${because.name}, which was ${because.isGone ? 'removed' : 'changed'}`,
    lines,
    ...(because.isGone && { gone: lines }),
  };
}
