import type { Diagnostic } from './diagnostic.js';
import { escapeControls } from './print-escape.js';
import { codeFrame } from './print-frame.js';
import type { Style } from './print-style.js';

/** How problems are shown as text. */
export interface PrintOptions {
  readonly style: Style;
  /** The text of a file that a position names, or undefined where it cannot be read. */
  readonly source: (file: string) => string | undefined;
  /** A position's file as the reader would name it from where the command runs. */
  readonly place: (file: string) => string;
}

const inText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** By file, line, column and code; what has no position comes first. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.toSorted(
    (one, other) =>
      inText(one.position?.file ?? '', other.position?.file ?? '') ||
      (one.position?.line ?? 0) - (other.position?.line ?? 0) ||
      (one.position?.column ?? 0) - (other.position?.column ?? 0) ||
      inText(one.code, other.code),
  );
}

/** All problems as text, sorted, each with its line of source and its remedy, and their counts at the end. */
export function printDiagnostics(diagnostics: readonly Diagnostic[], options: PrintOptions): string {
  if (diagnostics.length === 0) return '';
  const blocks = sortDiagnostics(diagnostics).map((each) => printDiagnostic(each, options));
  return `${[...blocks, countDiagnostics(diagnostics)].join('\n\n')}\n`;
}

/** `path:line:column - error code: message`, a code frame where there is a source, and the help. */
function printDiagnostic(
  { code, severity, message, help, position, lines = [] }: Diagnostic,
  { style, source, place }: PrintOptions,
): string {
  const head = `${style(severity === 'error' ? 'red' : 'yellow', severity)} ${code}: ${escapeControls(message)}`;
  const shown = lines.map((line) => `\n    ${escapeControls(line)}`.trimEnd());
  const remedy = `  ${style('dim', 'help:')} ${escapeControls(help)}${shown.join('')}`;
  if (position === undefined) return `${head}\n${remedy}`;
  const { file, line, column } = position;
  const where = style('cyan', `${escapeControls(place(file))}:${line}:${column}`);
  const text = source(file);
  const frame = text === undefined ? undefined : codeFrame(text, position, style);
  return [`${where} - ${head}`, ...(frame === undefined ? [] : [frame]), remedy].join('\n');
}

/** E.g. `2 errors, 1 warning`. */
function countDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const count = (severity: Diagnostic['severity']) => {
    const many = diagnostics.filter((each) => each.severity === severity).length;
    return many === 0 ? [] : [`${many} ${severity}${many === 1 ? '' : 's'}`];
  };
  return [...count('error'), ...count('warning')].join(', ');
}
