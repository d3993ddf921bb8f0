import type { Disagreement, Totals } from './agree.js';

/** Returns the totals of a comparison as text, with the first disagreements. */
export function reportText(totals: Totals, most = 20): string {
  const { crds, refusedCrds, objects, refusedObjects, updates, refusedUpdates, about, disagreements } = totals;
  const { judged, accepted, refused } = totals;
  const verdicts = disagreements.filter(({ difference }) => difference === 'verdict').length;
  const lines = [
    `CRDs: ${crds}, refused by the API server: ${refusedCrds}`,
    ...[...about]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([name, each]) => `  ${name}: ${each.crds}, refused: ${each.refused}`),
    `objects: ${objects} created, refused: ${refusedObjects}; ${updates} updated, refused: ${refusedUpdates}`,
    `with the helper: ${verdicts} disagreements, ${disagreements.length - verdicts} with other words`,
    `without the helper: ${accepted.length + refused.length} of ${judged} CRDs: ${accepted.length} accepted, ${refused.length} refused`,
    ...countsOf(accepted).map((each) => `  accepted: ${each}`),
    ...countsOf(refused).map((each) => `  refused: ${each}`),
    ...disagreements.slice(0, most).flatMap(linesOf),
  ];
  return `${lines.join('\n')}\n`;
}

function countsOf(names: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const each of names) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([name, count]) => `${name}: ${count}`);
}

function linesOf({ difference, mutations, server, helper, ...example }: Disagreement): readonly string[] {
  return [
    '',
    `${difference}: ${mutations.join(' + ')}`,
    `  ${shortened(JSON.stringify({ old: example.old, object: example.object, crd: example.crd }))}`,
    ...server.filter((each) => !helper.includes(each)).map((each) => `  server: ${shortened(each)}`),
    ...helper.filter((each) => !server.includes(each)).map((each) => `  helper: ${shortened(each)}`),
  ];
}

function shortened(text: string): string {
  return text.length > 3000 ? `${text.slice(0, 3000)}…` : text;
}
