import { diagnostic } from '../reporting.js';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { Plan, PlannedFile } from '../../../output/plan/plan.js';

const fates = ['kept', 'merged', 'replaced', 'dropped', 'added'] as const;
type Fate = (typeof fates)[number];

const texts: Readonly<Record<Fate, string>> = {
  kept: 'stay as they are',
  merged: 'stay, with changes',
  replaced: 'are generated from the sources from now on',
  dropped: 'are not in the new project',
  added: 'are new',
};

/** Lists what happens to each file in config/. @param config the files of the Go project */
export function configFiles(plan: Plan, config: ReadonlyMap<string, string>): readonly Diagnostic[] {
  const planned = new Map(plan.files.map((file) => [file.path, file]));
  const isHere = [...config.keys()].some((path) => planned.get(path)?.before !== undefined);
  const isCopied = !isHere && [...config.keys()].some((path) => planned.get(path)?.action === 'create');
  const added = plan.files.filter(({ path, action }) => path.startsWith('config/') && action === 'create');
  const found = [
    ...[...config].map(([path, text]) => [path, fateOf(text, planned.get(path), isCopied)] as const),
    ...added.filter(({ path }) => !config.has(path)).map(({ path }) => [path, 'added'] as const),
  ];
  return fates.flatMap((fate) => {
    const paths = found.filter(([, is]) => is === fate).map(([path]) => path);
    return paths.length === 0
      ? []
      : [diagnostic('config-files', { what: texts[fate], count: paths.length, paths: paths.toSorted().join(', ') })];
  });
}

function fateOf(text: string, planned: PlannedFile | undefined, isCopied: boolean): Fate {
  if (planned === undefined) return isCopied ? 'dropped' : 'kept';
  if (planned.ownership === 'generated') return 'replaced';
  return (planned.after ?? text) === text ? 'kept' : 'merged';
}
