import type { Host } from '../io/host.js';
import { pluralOf } from '../project/plural.js';
import { apiGroupOf, type Project, type ProjectResource } from '../project/project.js';
import type { Renaming } from '../project/renaming.js';
import { alignCode, type NamedAnew } from '../ts/aligned-code.js';
import type { MarkedNames } from '../ts/marker-edits.js';
import { planCodeMove } from '../ts/plan-code-move.js';
import type { ChangedCode, CodeToChange } from './change-project.js';

/**
 * What becomes of a project's code when resources are called differently: what its templates call differently then gets new
 * names, wherever it is named, and so do the texts of markers.
 */
export function renameCode(
  host: Host,
  root: string,
  { moves, before, after }: CodeToChange,
  project: Project,
  renaming: Renaming,
): ChangedCode {
  const byId = new Map([...after.values()].map((file) => [file.id, file]));
  const pairs = [...before.values()].flatMap((old) => {
    const file = byId.get(old.id);
    const aligned = !old.path.endsWith('.ts') || file === undefined ? undefined : alignCode(old.content, file.content);
    return aligned === undefined || file === undefined ? [] : [{ old, file, aligned }];
  });
  const marked = markedNames(
    project,
    renaming,
    pairs.flatMap(({ aligned }) => aligned.inMarkers),
  );
  const renames = pairs.flatMap(({ old, aligned }) => aligned.declared.map((each) => ({ file: old.path, ...each })));
  const change = planCodeMove(host, root, { moves, renames, marked });
  return { ...change, scaffolded: new Map(pairs.map(({ file, aligned }) => [file.path, aligned.renamed])) };
}

function markedNames({ resources }: Project, renaming: Renaming, texts: readonly NamedAnew[]): MarkedNames {
  // One command renames kinds of one group, and puts all of them into one.
  const [group = '', newGroup = ''] = [...renaming].flatMap((pair) => pair.map(apiGroupOf));
  const pluralsOf = (pair: readonly ProjectResource[]) => pair.map((each) => each.plural ?? pluralOf(each.kind));
  return {
    group,
    newGroup,
    isWhole: resources.every((each) => renaming.has(each) || apiGroupOf(each) !== group),
    plurals: new Map([...renaming].map((pair) => pluralsOf(pair) as [string, string])),
    texts: new Map(texts.map(({ name, newName }) => [name, newName])),
  };
}
