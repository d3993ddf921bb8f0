import type { Crd } from '../../base/crd/crd.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { refusalsOf, type Selected } from '../import/from-crd/select.js';
import type { Definition } from './definitions.js';
import type { AdoptOptions } from './flags.js';
import type { GoProject } from './project/go-project.js';
import { left } from './left.js';
import { isExternal } from './settings.js';
import type { Source } from './source.js';

/** The definitions of a project that become types, and the others, which are listed. */
export interface Adoptable {
  readonly selected: readonly Selected[];
  readonly refused: readonly Crd[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Divides the definitions of a project: one that cannot be converted to types does not stop the others. */
export function adoptable(
  source: Source,
  project: GoProject | undefined,
  definitions: readonly Definition[],
  { force, from = '.' }: AdoptOptions,
): Adoptable {
  const options = { fromCrd: from, controller: true, ignoreDescriptions: false, force };
  const all = definitions.map((each) => {
    const external = { ...options, typesOnly: isExternal(project, each) };
    const [problem] = refusalsOf(each.crd, external, (_, ...path) => each.positionOf(...path));
    return { ...each, problem };
  });
  return {
    selected: all.flatMap(({ crd, problem }) => (problem === undefined ? [{ crd, versions: crd.versions }] : [])),
    refused: all.flatMap(({ crd, problem }) => (problem === undefined ? [] : [crd])),
    diagnostics: all.flatMap(({ crd, path, problem }) =>
      problem === undefined
        ? []
        : [
            left(
              `${crd.names.kind}: ${problem.message}`,
              problem.help,
              problem.position ?? { file: source.shown(path), line: 1, column: 1 },
            ),
          ],
    ),
  };
}
