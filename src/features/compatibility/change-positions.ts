import type { Change } from './change.js';
import { readModel } from '../../output/generate/read-model.js';
import type { Environment } from '../../output/operation/outcome.js';
import type { Position } from '../../base/model/position.js';
import type { FoundProject } from '../../project/find-project.js';
import { projectFile } from '../../project/paths.js';
import { crdPlace } from '../verdict/crd-position.js';

/** Returns a function that finds the position of a change: in the types, or in PROJECT for a kind that was removed. */
export async function changePositions(
  { host, memory }: Environment,
  { root, project }: FoundProject,
): Promise<(change: Pick<Change, 'crd' | 'kind' | 'crdPath'>) => Position> {
  const { model } = await readModel(host, root, project, memory);
  return ({ crd, kind: name, crdPath }) => {
    const group = crd.slice(crd.indexOf('.') + 1);
    const kind =
      model.kinds.find((each) => `${each.plural}.${each.group}` === crd) ??
      model.kinds.find((each) => each.group === group && each.kind === name);
    return kind === undefined ? { file: projectFile, line: 1, column: 1 } : crdPlace(kind, crdPath).position;
  };
}
