import { escapeControls } from '../../base/diagnostics/print-escape.js';
import type { ProcessContext } from './context.js';
import { guardOutputs } from './output.js';
import { settingsOfWords } from './settings.js';

/** Maximum length. Longer warnings contain texts of the project. */
const longest = 500;

/**
 * Replaces the listener with which Node.js prints the warnings of this process (`process.emitWarning`) unescaped.
 * Warnings are about programs and not about a project, so they are dropped, or with `--verbose` printed on one line to
 * the guarded outputs.
 */
export function guardWarnings(context: ProcessContext): void {
  // Node.js has a listener unless warnings are disabled: --no-warnings, NODE_NO_WARNINGS.
  const isSilent = process.listenerCount('warning') === 0 || !settingsOfWords(context.argv).verbose;
  process.removeAllListeners('warning');
  if (isSilent) return;
  const { stderr } = guardOutputs(context);
  process.on('warning', ({ name, message }) => {
    const text = escapeControls(`${name}: ${message}`);
    stderr.write(`Node.js warns: ${text.length > longest ? `${text.slice(0, longest)}...` : text}\n`);
  });
}
