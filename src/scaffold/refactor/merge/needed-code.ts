import { typescript, type ts } from '../../../language/compiler/compiler.js';
import type { Edit } from '../code/code-edit.js';
import { isExported, type Unit } from '../code/code-units.js';
import { isDeclared } from '../code/enclosing-code.js';
import { freeNames } from '../code/free-names.js';
import { boundNames } from './merge-imports.js';
import type { UnitMerge } from './unit-edits.js';
import { isNamedImport, namesIn } from '../imports/unused-imports.js';

/** A file as it is scaffolded before and after a change. */
interface ScaffoldedFiles {
  readonly before: ts.SourceFile;
  readonly after: ts.SourceFile;
}

/**
 * Returns the names of the project's own code that a change brings: those that the file exports, and those that it imports
 * from other files. A statement with one of them has that code do something.
 */
export function newNames({ before, after }: ScaffoldedFiles): ReadonlySet<string> {
  const known = new Set(projectNames(before));
  return new Set(projectNames(after).filter((each) => !known.has(each)));
}

function projectNames({ statements }: ts.SourceFile): readonly string[] {
  return statements.flatMap((each) => {
    if (isExported(each)) return boundNames([each]);
    const isOwn = isNamedImport(each) && (each.moduleSpecifier as ts.StringLiteral).text.startsWith('.');
    return isOwn ? boundNames([each]) : [];
  });
}

/**
 * Takes back declarations that are added, and that neither the user's code nor what is added with them uses, as those are for
 * code of the template that the user has replaced.
 */
export function dropUnused({ after }: ScaffoldedFiles, merge: UnitMerge): void {
  for (const file of merge.edits.keys()) {
    const needed = namesNeededIn(file);
    const isUnused = (edit: Edit): boolean => {
      const unit = merge.added.get(edit);
      if (unit === undefined || !isLocal(unit.node)) return false;
      const names = boundNames([unit.node as ts.Statement]);
      if (!isUsed(after, unit, names)) return false;
      const others = merge.edits.get(file)!.filter((each) => each !== edit);
      return names
        .map((each) => merge.style.names.get(each) ?? each)
        .every((each) => !needed.has(each) && !others.some(({ text }) => wordsOf(text).includes(each)));
    };
    // One can be the only use of another one.
    for (let edits = merge.edits.get(file)!; edits.some(isUnused); edits = merge.edits.get(file)!)
      merge.edits.set(
        file,
        edits.filter((each) => !isUnused(each)),
      );
  }
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[A-Za-z_$][\w$]*/g) ?? [];
}

/** Returns the names that a user's code uses, and that it has from elsewhere or from nowhere. */
function namesNeededIn(file: ts.SourceFile): ReadonlySet<string> {
  const imported = boundNames(file.statements.filter(typescript.isImportDeclaration));
  return new Set([...freeNames(file.fileName, file.text).unknown, ...imported]);
}

/** Reports whether a declaration is only for the code beside it. */
function isLocal(node: ts.Node): boolean {
  return isDeclared(node) && !isExported(node);
}

/** Reports whether a scaffolded file uses names of a declaration. */
function isUsed(file: ts.SourceFile, { node }: Unit, names: readonly string[]): boolean {
  const countIn = (each: ts.Node): number => namesIn(each, []).filter((name) => names.includes(name)).length;
  return countIn(file) > countIn(node);
}
