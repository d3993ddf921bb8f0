import { typescript, type ts } from '../../../language/compiler/compiler.js';
import type { Edit } from '../code/code-edit.js';
import { isExported, type Unit } from '../code/code-units.js';
import { isDeclared } from '../code/enclosing-code.js';
import { freeNames } from '../code/free-names.js';
import { boundNames } from './merge-imports.js';
import type { UnitMerge } from './unit-edits.js';
import { isNamedImport, namesIn } from '../imports/unused-imports.js';

/** A file as scaffolded before and after a change. */
interface ScaffoldedFiles {
  readonly before: ts.SourceFile;
  readonly after: ts.SourceFile;
}

/**
 * Returns the names of the project's own code that a change adds: those that the file exports, and those that it
 * imports from other files. A statement with one of these names uses that code.
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
 * Removes added declarations that are used neither by the user's code nor by other added code: they are meant for code
 * of the template that the user has replaced.
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
    // One can be used only by another one.
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

/** Returns the names that a user's code uses but does not declare, whether or not it imports them. */
function namesNeededIn(file: ts.SourceFile): ReadonlySet<string> {
  const imported = boundNames(file.statements.filter(typescript.isImportDeclaration));
  return new Set([...freeNames(file.fileName, file.text).unknown, ...imported]);
}

/** Reports whether a declaration is used only by the code next to it. */
function isLocal(node: ts.Node): boolean {
  return isDeclared(node) && !isExported(node);
}

/** Reports whether a scaffolded file uses names of a declaration. */
function isUsed(file: ts.SourceFile, { node }: Unit, names: readonly string[]): boolean {
  const countIn = (each: ts.Node): number => namesIn(each, []).filter((name) => names.includes(name)).length;
  return countIn(file) > countIn(node);
}
