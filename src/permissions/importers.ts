import { posix } from 'node:path';
import { typescript } from '../compiler/compiler.js';
import type { SourceProgram } from '../compiler/program.js';
import type { UsedPermission } from '../model/permission.js';

/** Returns uses with the nearest files that import theirs and have a class, for those in files without one. */
export function withImporters(used: readonly UsedPermission[], program: SourceProgram): readonly UsedPermission[] {
  const found = new Map<string, string | undefined>();
  const withClass = new Set(
    program.files
      .filter(({ statements }) => statements.some(typescript.isClassDeclaration))
      .map(({ fileName }) => fileName),
  );
  return used.map((each) => {
    const { file } = each.position;
    if (!found.has(file)) found.set(file, importerOf(file, withClass, program));
    const importer = found.get(file);
    return importer === undefined ? each : { ...each, importer };
  });
}

/** Returns the nearest file with a class that imports a file, directly or not; undefined if the file has one. */
function importerOf(
  file: string,
  withClass: ReadonlySet<string>,
  { root, imports }: SourceProgram,
): string | undefined {
  const own = posix.join(root, file);
  if (withClass.has(own)) return undefined;
  const seen = new Set([own]);
  for (let near = [own]; near.length > 0;) {
    near = [...imports]
      .filter(([from, to]) => !seen.has(from) && to.some((each) => near.includes(each)))
      .map(([from]) => from);
    for (const each of near) seen.add(each);
    const [nearest] = near.filter((each) => withClass.has(each)).toSorted();
    if (nearest !== undefined) return posix.relative(root, nearest);
  }
  return undefined;
}
