import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { escapeJson } from '../../../base/diagnostics/print-escape.js';
import { jsonDiagnostic } from '../../../base/diagnostics/print-json.js';
import { printDiagnostics } from '../../../base/diagnostics/print.js';
import { styleFor } from '../../../base/diagnostics/print-style.js';
import { confinedHost } from '../../../project/project-host.js';
import type { Session } from '../../../cli/framework/session.js';
import type { Message, Tell } from './message.js';
import { printed } from './plain.js';
import { withoutRepeats } from './repeats.js';

/** The output of `dev`. */
export interface Teller {
  readonly tell: Tell;
  /** Keeps messages back until it is called again with false: another program uses the terminal. */
  readonly hold: (isHeld: boolean) => void;
}

/** Messages that are kept back. */
const mostHeld = 10_000;

/** Returns the output for the settings: lines for people, or a JSON object in each line. */
export function tellerFor(session: Session): Teller {
  const write = session.settings.output === 'json' ? jsonWriter(session) : textWriter(session);
  let held: Message[] | undefined;
  return {
    tell: (message) => {
      if (held === undefined) write(message);
      else if (held.length < mostHeld) held.push(message);
    },
    hold: (isHeld) => {
      const before = held ?? [];
      held = isHeld ? before : undefined;
      if (!isHeld) before.forEach(write);
    },
  };
}

function jsonWriter({ context }: Session): Tell {
  return (message) => {
    const { event, ...rest } = message;
    const diagnostics = 'diagnostics' in message && { diagnostics: message.diagnostics.map(jsonDiagnostic) };
    const line = JSON.stringify({ time: new Date().toISOString(), event, ...rest, ...diagnostics });
    context.stdout.write(`${escapeJson(line)}\n`);
  };
}

function textWriter({ context, settings, host, root }: Session): Tell {
  const { stdout, stderr, env } = context;
  const style = styleFor(stdout, env, settings.color);
  const problems = (diagnostics: readonly Diagnostic[]): string =>
    printDiagnostics(diagnostics, { style, source: readable, place: (file) => file, counts: false });
  const readable = (file: string): string | undefined => {
    try {
      return /(?:^|\/)(?:\.|node_modules\/)/.test(file) ? undefined : confinedHost(host, root).read(`${root}/${file}`);
    } catch {
      return undefined;
    }
  };
  const shorten = withoutRepeats();
  let status = '';
  return (message) => {
    const time = new Date().toTimeString().slice(0, 8);
    const shown = shorten(message);
    if (shown !== undefined) stdout.write(printed(shown, time, { style, problems }));
    status = statusAfter(message, status);
    // Below all lines, until the change that mends it.
    stderr.transient?.(status);
  };
}

/** Returns the line that stays visible on a terminal: what is wrong, until it no longer is. */
export function statusAfter(message: Message, before: string): string {
  switch (message.event) {
    case 'refused': {
      const [first] = message.diagnostics;
      const at = first?.position === undefined ? '' : `${first.position.file}:${first.position.line} `;
      return `NOT APPLIED: ${at}${first?.message ?? message.lines.find((each) => /error/i.test(each)) ?? 'the build failed'}`;
    }
    // A change that cannot be used after all is refused after this.
    case 'generated':
    case 'started':
      return '';
    case 'gave-up':
      return 'The operator does not run: waiting for the next change';
    default:
      return before;
  }
}
