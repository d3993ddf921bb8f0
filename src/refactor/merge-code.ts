import { typescript, type ts } from '../compiler/compiler.js';
import { parseSource } from '../compiler/parse-source.js';
import { applyEdits, type Edit } from './code-edit.js';
import { tokensOf } from './code-tokens.js';
import { addedImports, withoutImports } from './merge-imports.js';
import { mergeTokens } from './merge-tokens.js';

/** A file of code as it is, and as it was scaffolded before and after a change. */
export interface CodeToMerge {
  readonly existing: string;
  readonly before: string;
  readonly after: string;
}

/**
 * Makes the change between two scaffolded versions of a file in the user's version, by declarations: their order, other
 * declarations and formatting do not matter. What the user's code has already stays as it is.
 * @returns undefined if a part of the change cannot be made, or one of the texts or the result cannot be parsed
 */
export function mergeCode(path: string, texts: CodeToMerge): string | undefined {
  const eol = texts.existing.includes('\r\n') ? '\r\n' : '\n';
  const [existing, before, after] = [texts.existing, texts.before, texts.after].map((text) => fileOf(path, text));
  if ([existing, before, after].some((file) => errorsIn(file!) > 0)) return undefined;
  const merge = new Merge(existing!, before!, after!);
  merge.read();
  if (!merge.isPossible) return undefined;
  const edits = merge.edits.map((edit) => ({ ...edit, text: edit.text.replaceAll(/\r?\n/g, eol) }));
  const content = withoutImports(path, applyEdits(texts.existing, edits), merge.removedImports);
  return errorsIn(fileOf(path, content)) > 0 ? undefined : content;
}

function fileOf(path: string, text: string): ts.SourceFile {
  return parseSource(path, text, typescript.ScriptTarget.Latest, true);
}

function errorsIn(file: ts.SourceFile): number {
  return (file as unknown as { readonly parseDiagnostics: readonly unknown[] }).parseDiagnostics.length;
}

/** A declaration, or another statement, by its name. */
interface Unit {
  readonly name: string;
  readonly node: ts.Statement;
}

class Merge {
  readonly edits: Edit[] = [];
  isPossible = true;
  readonly #existing: ts.SourceFile;
  readonly #before: ts.SourceFile;
  readonly #after: ts.SourceFile;

  constructor(existing: ts.SourceFile, before: ts.SourceFile, after: ts.SourceFile) {
    this.#existing = existing;
    this.#before = before;
    this.#after = after;
  }

  /** Names that the change no longer imports. */
  get removedImports(): ReadonlySet<string> {
    const left = importedNames(this.#after);
    return new Set([...importedNames(this.#before)].filter((each) => !left.has(each)));
  }

  read(): void {
    this.edits.push(...addedImports(this.#existing, this.#before, this.#after));
    const [existing, before, after] = [this.#existing, this.#before, this.#after].map(unitsOf);
    for (const unit of after!) {
      const [old, own] = [find(before!, unit), find(existing!, unit)];
      if (old === undefined && own === undefined) this.#add(unit, after!, existing!);
      else if (old !== undefined) this.#change(old, unit, own);
    }
    for (const old of before!) if (find(after!, old) === undefined) this.#remove(old, find(existing!, old));
  }

  #change(old: Unit, wanted: Unit, own: Unit | undefined): void {
    if (isSame(old.node, this.#before, wanted.node, this.#after)) return;
    const edits =
      own &&
      mergeTokens({
        existing: tokensOf(own.node, this.#existing),
        before: tokensOf(old.node, this.#before),
        after: tokensOf(wanted.node, this.#after),
        text: this.#existing.text,
        afterText: this.#after.text,
      });
    if (edits === undefined) this.isPossible = false;
    else this.edits.push(...edits);
  }

  /** Adds a declaration behind the one that it follows in the scaffolded file, or at the end. */
  #add(unit: Unit, after: readonly Unit[], existing: readonly Unit[]): void {
    const earlier = after.slice(0, after.indexOf(unit)).toReversed();
    const previous = earlier.map((each) => find(existing, each)).find((each) => each !== undefined);
    const anchor = previous?.node ?? this.#existing.statements.findLast(typescript.isImportDeclaration);
    const text = textOf(unit.node, this.#after);
    if (anchor === undefined) this.edits.push({ start: 0, end: 0, text: `${text}\n\n` });
    else this.edits.push({ start: anchor.end, end: anchor.end, text: `\n\n${text}` });
  }

  #remove(old: Unit, own: Unit | undefined): void {
    if (own === undefined) return;
    // What the user has written there is not removed.
    if (!isSame(old.node, this.#before, own.node, this.#existing)) {
      this.isPossible = false;
      return;
    }
    const start = startOf(own.node, this.#existing);
    const above = this.#existing.text.slice(0, start).trimEnd();
    this.edits.push({ start: above.length, end: own.node.end, text: '' });
  }
}

function importedNames(file: ts.SourceFile): ReadonlySet<string> {
  const names = file.statements.filter(typescript.isImportDeclaration).flatMap(({ importClause }) => {
    const bindings = importClause?.namedBindings;
    return bindings !== undefined && typescript.isNamedImports(bindings) ? [...bindings.elements] : [];
  });
  return new Set(names.map(({ name }) => name.text));
}

function unitsOf(file: ts.SourceFile): readonly Unit[] {
  return file.statements
    .filter((each) => !typescript.isImportDeclaration(each))
    .map((node) => ({ name: nameOf(node, file), node }));
}

function find(units: readonly Unit[], { name }: Unit): Unit | undefined {
  return units.find((each) => each.name === name);
}

/** Returns the name of a declaration, or the call and its title for a statement such as `describe('...', ...)`. */
function nameOf(statement: ts.Statement, file: ts.SourceFile): string {
  const { name } = statement as { readonly name?: ts.Node };
  if (name !== undefined) return name.getText(file);
  if (typescript.isVariableStatement(statement))
    return statement.declarationList.declarations.map((each) => each.name.getText(file)).join(', ');
  const call = typescript.isExpressionStatement(statement) ? statement.expression : undefined;
  if (call !== undefined && typescript.isCallExpression(call))
    return `${call.expression.getText(file)}(${call.arguments[0]?.getText(file) ?? ''})`;
  return statement.getText(file);
}

function isSame(one: ts.Node, oneFile: ts.SourceFile, other: ts.Node, otherFile: ts.SourceFile): boolean {
  const [ones, others] = [tokensOf(one, oneFile), tokensOf(other, otherFile)];
  return ones.length === others.length && ones.every(({ text }, index) => text === others[index]!.text);
}

/** Returns a statement with the comments above it. */
function textOf(node: ts.Node, file: ts.SourceFile): string {
  return file.text.slice(startOf(node, file), node.end);
}

function startOf(node: ts.Node, file: ts.SourceFile): number {
  const [comment] = typescript.getLeadingCommentRanges(file.text, node.getFullStart()) ?? [];
  return comment?.pos ?? node.getStart(file);
}
