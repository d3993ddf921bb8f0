import { Lines } from '../model/lines.js';
import { counted } from './counted.js';
import type { Diagnostic, Severity } from './diagnostic.js';
import { escapeControls, escapeLine } from './print-escape.js';
import { codeFrame } from './print-frame.js';
import type { Style } from './print-style.js';

/** Options for printing problems as text. */
export interface PrintOptions {
  readonly style: Style;
  /** Returns the text of a file in a position, or undefined if it cannot be read. */
  readonly source: (file: string) => string | undefined;
  /** Returns the path of a file relative to the folder in which the command runs. */
  readonly place: (file: string) => string;
  /** Whether a line with the counts follows; true by default. */
  readonly counts?: boolean;
}

/** From the most to the least urgent. */
const severities = ['error', 'warning', 'note'] as const satisfies readonly Severity[];

const colors = { error: 'red', warning: 'yellow', note: 'cyan' } as const satisfies Record<Severity, string>;

const inText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** Sorts by file, line, column and code; diagnostics without a position come first. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.toSorted(
    (one, other) =>
      inText(one.position?.file ?? '', other.position?.file ?? '') ||
      (one.position?.line ?? 0) - (other.position?.line ?? 0) ||
      (one.position?.column ?? 0) - (other.position?.column ?? 0) ||
      inText(one.code, other.code),
  );
}

// No one reads more of them at once, and each has a frame.
const mostShown = 1000;

/**
 * Prints problems as text: sorted, each with its source line and its remedy, and the total counts at the end. If there
 * are too many to show, errors come before warnings, and these before notes.
 */
export function printDiagnostics(diagnostics: readonly Diagnostic[], options: PrintOptions): string {
  if (diagnostics.length === 0) return '';
  const linesOf = linesByFile(options.source);
  const shown = mostUrgent(sortDiagnostics(diagnostics));
  const blocks = shown.map((each) => printDiagnostic(each, options, linesOf));
  const left = diagnostics.length - shown.length;
  const more = left > 0 ? [`... and ${left} more; --output json lists all of them`] : [];
  const counts = options.counts === false ? '' : `${countDiagnostics(diagnostics)}\n`;
  return [...blocks, ...more, counts].join('\n\n');
}

function mostUrgent(sorted: readonly Diagnostic[]): readonly Diagnostic[] {
  if (sorted.length <= mostShown) return sorted;
  const of = (severity: Severity) => sorted.filter((each) => each.severity === severity);
  return sortDiagnostics(severities.flatMap(of).slice(0, mostShown));
}

/** Returns a function that reads each file once, however many problems it has. */
function linesByFile(source: PrintOptions['source']): (file: string) => Lines | undefined {
  const known = new Map<string, Lines | undefined>();
  return (file) => {
    // Positions do not count a byte order mark.
    if (!known.has(file)) known.set(file, readLines(source(file)?.replace(/^\ufeff/, '')));
    return known.get(file);
  };
}

function readLines(text: string | undefined): Lines | undefined {
  return text === undefined ? undefined : new Lines(text);
}

/** Prints `path:line:column - error code: message`, a code frame if there is a source, and the help. */
function printDiagnostic(
  { code, severity, message, help, position, lines = [] }: Diagnostic,
  { style, place }: PrintOptions,
  linesOf: (file: string) => Lines | undefined,
): string {
  const head = `${style(colors[severity], severity)} ${code}: ${escapeControls(message)}`;
  const shown = lines.map((line) => `\n    ${escapeLine(line)}`.trimEnd());
  const remedy = `  ${style('dim', 'help:')} ${escapeControls(help)}${shown.join('')}`;
  if (position === undefined) return `${head}\n${remedy}`;
  const { file, line, column } = position;
  const where = style('cyan', `${escapeControls(place(file))}:${line}:${column}`);
  const text = linesOf(file);
  const frame = text && codeFrame(text, position, style);
  return [`${where} - ${head}`, ...(frame === undefined ? [] : [frame]), remedy].join('\n');
}

/** Returns the counts, e.g. `2 errors, 1 warning`. */
function countDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const count = (severity: Severity) => {
    const many = diagnostics.filter((each) => each.severity === severity).length;
    return many === 0 ? [] : [counted(many, severity)];
  };
  return severities.flatMap(count).join(', ');
}
