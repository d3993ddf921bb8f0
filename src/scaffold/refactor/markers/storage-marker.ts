import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { parseFile } from '../../../language/compiler/parse-source.js';
import { applyEdits } from '../code/code-edit.js';
import { decoratorName } from '../merge/unit-edits.js';
import { unusedImportEdits } from '../imports/unused-imports.js';

/** Returns a file without `@StorageVersion` on a class, because another version is stored; the same text if it has none. */
export function withoutStorageMarker(path: string, text: string, className: string): string {
  const file = parseFile(path, text);
  const found = classesNamed(file, className).flatMap(storageMarkers);
  if (found.length === 0) return text;
  const edits = found.map((each) => {
    const blanks = /^\s*/.exec(text.slice(each.end))![0];
    return { start: each.getStart(file), end: each.end + blanks.length, text: '' };
  });
  return applyEdits(text, [...edits, ...unusedImportEdits(file, found)]);
}

/** Reports whether a file declares a class. */
export function declaresClass(path: string, text: string, className: string): boolean {
  return text.includes(className) && classesNamed(parseFile(path, text), className).length > 0;
}

function classesNamed({ statements }: ts.SourceFile, name: string): readonly ts.ClassDeclaration[] {
  return statements.filter(
    (each): each is ts.ClassDeclaration => typescript.isClassDeclaration(each) && each.name?.text === name,
  );
}

function storageMarkers(declaration: ts.ClassDeclaration): readonly ts.Decorator[] {
  return (typescript.getDecorators(declaration) ?? []).filter((each) => decoratorName(each) === 'StorageVersion');
}
