import { join } from 'node:path';
import { refuseInvalid, refuseUnsupported } from '../case-error.js';
import type { CaseFiles } from '../files/case-files.js';
import { readDocuments, requireKind } from '../files/documents.js';
import { partOf, type Fields } from '../files/fields.js';
import { matchesAny, patternProblem } from '../kuttl/glob.js';
import type { CaseObject, Place } from '../model.js';
import { parseNotation } from './expressions/notation.js';

/** Folder of a test, and its files. */
export interface TestFiles {
  /** Absolute path of the folder of the case. */
  readonly folder: string;
  readonly files: CaseFiles;
}

/**
 * Reads the objects of an operation: those of its files, or the one that it has itself.
 * @param isCheck whether objects without a kind are allowed
 * @throws CaseError if there are none, or one of them is not valid
 */
export function readResources(fields: Fields, isCheck: boolean, around: TestFiles): readonly CaseObject[] {
  const [hasFile, hasResource] = [fields.has('file'), fields.has('resource')];
  if (hasFile && hasResource)
    refuseInvalid(fields.place, 'the operation has both file and resource', 'remove one of them');
  const complete = (object: CaseObject): CaseObject => refuseLowerCase(isCheck ? object : requireKind(object));
  if (hasResource) {
    // The reader refuses another type than an object.
    fields.object('resource');
    return [complete(fields.part('resource'))];
  }
  if (hasFile) return readFiles(fields, 'file', around).map(complete);
  return refuseInvalid(fields.place, 'the operation has neither file nor resource', 'add one of them');
}

/**
 * Refuses a kind in lower case: chainsaw finds an object by it and its name, but no list, and writes none.
 * @throws CaseError
 */
export function refuseLowerCase(object: CaseObject): CaseObject {
  const { kind } = object;
  if (/^[a-z]/.test(kind))
    refuseUnsupported(object.placeOf(['kind']), `the kind ${kind} in lower case`, 'write it as the API has it');
  return object;
}

/** Reads the objects of the files that a field names. @throws CaseError if there are none */
export function readFiles(fields: Fields, name: string, { folder, files }: TestFiles): readonly CaseObject[] {
  const pattern = fields.text(name);
  const place = fields.placeOf(name);
  if (parseNotation(pattern).engine !== undefined)
    refuseUnsupported(place, 'a path with an expression', 'write the path of the file');
  if (/^[a-z][a-z0-9+.-]*:/i.test(pattern) || pattern.startsWith('/'))
    refuseUnsupported(place, 'a URL or an absolute path', 'copy the file into the project, and write its path');
  const paths = matchingPaths(folder, pattern, files, place);
  if (paths.length === 0)
    refuseInvalid(place, `${pattern} does not exist`, 'correct the path; it is relative to the folder of the case');
  const objects = paths.flatMap((path) => readDocuments(path, files.read(path))).flatMap(itemsOf);
  if (objects.length === 0) refuseInvalid(place, `${pattern} has no objects`, 'add an object to the file');
  return objects;
}

/** Returns the paths that match a pattern, whose parts can have `*`, `?` and sets such as `[a-z]`. */
function matchingPaths(folder: string, pattern: string, files: CaseFiles, place: Place): readonly string[] {
  const problem = patternProblem(pattern);
  if (problem !== undefined) refuseInvalid(place, `the path is not valid: ${problem}`, 'correct the path');
  return pattern
    .split('/')
    .filter((each) => each !== '')
    .reduce<readonly string[]>(
      (folders, part) =>
        folders.flatMap((each) => {
          const path = join(each, part);
          if (!/[*?[\\]/.test(part)) return files.isFolder(path) === undefined ? [] : [path];
          if (files.isFolder(each) !== true) return [];
          return files
            .list(each)
            .filter(({ name }) => matchesAny(name, [part]))
            .map((entry) => entry.path);
        }),
      [folder],
    );
}

/** Returns the items of a list such as `kind: List`; otherwise the object. */
function itemsOf(object: CaseObject): readonly CaseObject[] {
  const { items } = object.fields;
  if (!Array.isArray(items)) return [object];
  return items.map((each, index) => partOf(object, ['items', index], each));
}
