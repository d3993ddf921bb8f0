import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { parseErrors, parseFile } from '../../../language/compiler/parse-source.js';
import type { MergeTexts } from '../../../base/merge/merge-file.js';
import { quoteOf } from './list-edit.js';

/** Formatting choices. */
interface Style {
  readonly quote: string;
  readonly hasSemicolons: boolean;
  /** One level of indentation. */
  readonly indent: string;
}

/**
 * Returns the versions of a file with our code in the style of the user's, so that it has the same lines, and added
 * code looks like the code around it.
 */
export function inStyleOf({ existing, before, after }: MergeTexts, path: string): MergeTexts {
  const [own, old, wanted] = [existing, before, after].map((text) => parseFile(path, text));
  if ([own, old, wanted].some((file) => parseErrors(file!).length > 0)) return { existing, before, after };
  const [style, ours] = [styleOf(own!), styleOf(old!)];
  const isSame = style.quote === ours.quote && style.hasSemicolons === ours.hasSemicolons;
  if (isSame && style.indent === ours.indent) return { existing, before, after };
  return { existing, before: styled(old!, style, ours), after: styled(wanted!, style, ours) };
}

function styleOf(file: ts.SourceFile): Style {
  return { quote: quoteOf(file), hasSemicolons: hasSemicolons(file), indent: indentationOf(file.text) };
}

/** Reports whether at least half of the code that can end with a semicolon does so. */
function hasSemicolons(file: ts.SourceFile): boolean {
  let balance = 0;
  const visit = (node: ts.Node): void => {
    if (canEndWithSemicolon(node)) balance += file.text[node.end - 1] === ';' ? 1 : -1;
    typescript.forEachChild(node, visit);
  };
  visit(file);
  return balance >= 0;
}

/** Reports whether a formatter can omit the semicolon at the end of a node. */
export function canEndWithSemicolon(node: ts.Node): boolean {
  return (
    typescript.isVariableStatement(node) ||
    typescript.isExpressionStatement(node) ||
    typescript.isReturnStatement(node) ||
    typescript.isThrowStatement(node) ||
    typescript.isBreakOrContinueStatement(node) ||
    typescript.isImportDeclaration(node) ||
    typescript.isExportDeclaration(node) ||
    typescript.isExportAssignment(node) ||
    typescript.isTypeAliasDeclaration(node) ||
    typescript.isPropertyDeclaration(node) ||
    typescript.isPropertySignature(node) ||
    typescript.isMethodSignature(node)
  );
}

/** Returns one level of indentation: a tab if most indented lines begin with one, or else the smallest number of spaces. */
function indentationOf(text: string): string {
  const indents = text.match(/^(?:\t| {2,})(?=[^*\n])/gm) ?? [];
  const tabs = indents.filter((each) => each.startsWith('\t')).length;
  if (tabs * 2 > indents.length) return '\t';
  const blanks = indents.filter((each) => each.startsWith(' ')).map(({ length }) => length);
  return ' '.repeat(blanks.length === 0 ? usualIndent : blanks.reduce((one, other) => Math.min(one, other)));
}

const usualIndent = 2;

/** Returns our code in another style. The content of strings and templates is unchanged. */
function styled(file: ts.SourceFile, style: Style, ours: Style): string {
  let text = '';
  let at = 0;
  const copyTo = (end: number): void => {
    text += indented(file.text.slice(at, end), style.indent, ours.indent);
    at = end;
  };
  const visit = (node: ts.Node): void => {
    if (isTemplatePart(node) || typescript.isStringLiteral(node)) {
      copyTo(node.getStart(file));
      text += typescript.isStringLiteral(node) ? quoted(node, file, style) : file.text.slice(at, node.end);
      at = node.end;
      return;
    }
    typescript.forEachChild(node, visit);
    if (style.hasSemicolons || !canEndWithSemicolon(node) || !isLeftOut(file.text, node.end)) return;
    copyTo(node.end - 1);
    at = node.end;
  };
  visit(file);
  copyTo(file.text.length);
  return text;
}

function isTemplatePart(node: ts.Node): boolean {
  return (
    typescript.isNoSubstitutionTemplateLiteral(node) ||
    typescript.isTemplateHead(node) ||
    typescript.isTemplateMiddleOrTemplateTail(node)
  );
}

function quoted(node: ts.StringLiteral, file: ts.SourceFile, { quote }: Style): string {
  return /["'\\]/.test(node.text) ? file.text.slice(node.getStart(file), node.end) : `${quote}${node.text}${quote}`;
}

function indented(text: string, indent: string, ours: string): string {
  return text.replaceAll(/(?<=\n)[ \t]+(?=[^\s])/g, (blanks) => {
    const levels = Math.floor(blanks.length / ours.length);
    return indent.repeat(levels) + blanks.slice(levels * ours.length);
  });
}

/** Reports whether code has the same meaning without the semicolon that ends here. */
function isLeftOut(text: string, end: number): boolean {
  return text[end - 1] === ';' && endsByItself(text.slice(end));
}

/** Reports whether a statement without a semicolon ends before this text. */
export function endsByItself(below: string): boolean {
  const [gap] = /^(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)*/.exec(below)!;
  const next = below.slice(gap.length);
  if (next === '' || next.startsWith('}')) return true;
  return gap.includes('\n') && !/^(?:[([`+\-*/.,?<=&|]|in\b|instanceof\b|as\b)/.test(next);
}
