import { applyEdits } from './code-edit.js';
import { typescript, type ts } from './compiler.js';
import { isDeclarationName } from './identifiers.js';
import { isInMarker, isSpecifier } from './literals-of-code.js';

/** What a template calls something in two renderings. */
export interface NamedAnew {
  readonly name: string;
  readonly newName: string;
}

/** Two renderings of one template, compared word by word. */
export interface AlignedCode {
  /** What the file declares, where the two call it differently. */
  readonly declared: readonly NamedAnew[];
  /** Texts in the arguments of decorators, where they differ. */
  readonly inMarkers: readonly NamedAnew[];
  /** The first rendering with the names, the imports and the decorators of the second: what differs yet are words for people. */
  readonly renamed: string;
}

/** @returns undefined where the two are not made of the same words in the same order */
export function alignCode(before: string, after: string): AlignedCode | undefined {
  const [old, wanted] = [wordsOf(before), wordsOf(after)];
  if (old.length !== wanted.length || old.some(({ kind }, index) => kind !== wanted[index]!.kind)) return undefined;
  const pairs = old.map((each, index) => [each, wanted[index]!] as const).filter(([a, b]) => a.text !== b.text);
  const isCode = ([{ node }]: (typeof pairs)[number]): boolean =>
    typescript.isIdentifier(node) || isSpecifier(node) || isInMarker(node);
  const named = (those: typeof pairs): NamedAnew[] =>
    [...new Map(those.map(([{ text }, { text: newName }]) => [text, newName]))].map(([name, newName]) => ({
      name,
      newName,
    }));
  return {
    declared: named(pairs.filter(([{ node }]) => typescript.isIdentifier(node) && isDeclarationName(node))),
    inMarkers: named(pairs.filter(([{ node }]) => typescript.isStringLiteral(node) && isInMarker(node))),
    renamed: applyEdits(
      before,
      pairs.filter(isCode).map(([{ start, end }, { source }]) => ({ start, end, text: source })),
    ),
  };
}

interface Word {
  readonly node: ts.Node;
  readonly kind: ts.SyntaxKind;
  readonly text: string;
  /** As it is written, quotes included. */
  readonly source: string;
  readonly start: number;
  readonly end: number;
}

/** The names and the texts of some code, in their order. */
function wordsOf(code: string): readonly Word[] {
  const file = typescript.createSourceFile('code.ts', code, typescript.ScriptTarget.Latest, true);
  const words: Word[] = [];
  const visit = (node: ts.Node): void => {
    if (
      typescript.isIdentifier(node) ||
      typescript.isLiteralExpression(node) ||
      typescript.isTemplateMiddleOrTemplateTail(node) ||
      typescript.isTemplateHead(node)
    ) {
      const [start, end] = [node.getStart(file), node.end];
      words.push({ node, kind: node.kind, text: node.text, source: code.slice(start, end), start, end });
    }
    typescript.forEachChild(node, visit);
  };
  visit(file);
  return words;
}
