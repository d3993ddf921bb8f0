import { posix } from 'node:path';
import { typescript, type ts } from '../../../language/compiler/compiler.js';
import type { SourceProgram } from '../../../language/compiler/program.js';
import { isReconciler } from './reconciler.js';
import type { UsedPermission } from '../../../base/model/permission.js';

/**
 * Returns uses in which files without a reconciler are replaced with the nearest importing files that have one, or, if
 * there is no reconciler at all, the nearest ones that have a class.
 */
export function withImporters(used: readonly UsedPermission[], program: SourceProgram): readonly UsedPermission[] {
  const found = new Map<string, string | undefined>();
  const filesWith = (isWanted: (statement: ts.Statement) => boolean): ReadonlySet<string> =>
    new Set(program.files.filter(({ statements }) => statements.some(isWanted)).map(({ fileName }) => fileName));
  const withReconciler = filesWith(isReconciler);
  const withClass = filesWith(typescript.isClassDeclaration);
  const find = (file: string): string | undefined => {
    const importer = nearest(file, withReconciler, program) ?? nearest(file, withClass, program);
    return importer === file ? undefined : importer;
  };
  return used.map((each) => {
    const { file } = each.position;
    if (!found.has(file)) found.set(file, find(file));
    const importer = found.get(file);
    return importer === undefined ? each : { ...each, importer };
  });
}

/**
 * Returns the files among the wanted ones that import a file, directly or not, with the fewest steps; the file itself
 * if it is one of them.
 */
function nearest(file: string, wanted: ReadonlySet<string>, { root, imports }: SourceProgram): string | undefined {
  const own = posix.join(root, file);
  if (wanted.has(own)) return file;
  const seen = new Set([own]);
  for (let near = [own]; near.length > 0;) {
    near = [...imports]
      .filter(([from, to]) => !seen.has(from) && to.some((each) => near.includes(each)))
      .map(([from]) => from);
    for (const each of near) seen.add(each);
    const [found] = near.filter((each) => wanted.has(each)).toSorted();
    if (found !== undefined) return posix.relative(root, found);
  }
  return undefined;
}
