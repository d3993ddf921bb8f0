import type { Diagnostic, Severity } from './diagnostic.js';
import { escapeControls, escapeLine } from './print-escape.js';

/** GitHub's names of the severities. */
const commands = { error: 'error', warning: 'warning', note: 'notice' } as const satisfies Record<Severity, string>;

/**
 * Returns a problem as a GitHub workflow command, on one line:
 * https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 */
export function printAnnotation(
  { code, severity, message, help, position, lines = [] }: Diagnostic,
  place: (file: string) => string,
): string {
  const where =
    position === undefined
      ? []
      : [
          `file=${escapeProperty(place(position.file))}`,
          `line=${position.line}`,
          `col=${position.column}`,
          ...(position.length === undefined ? [] : [`endColumn=${position.column + position.length}`]),
        ];
  const text = [...[message, help].map(escapeControls), ...lines.map(escapeLine)].join('\n');
  return `::${commands[severity]} ${[...where, `title=${escapeProperty(code)}`].join(',')}::${escapeData(text)}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
