import { escapeControls } from '../diagnostics/print-escape.js';
import type { Context } from './context.js';
import type { Settings } from './settings.js';
import { defined } from '../model/defined.js';

/** A question for one missing value. */
interface TextQuestion {
  /** The flag that provides the same value. */
  readonly flag: string;
  readonly message: string;
  readonly initialValue?: string;
  readonly placeholder?: string;
  /** Returns the problem with an answer; undefined accepts it. */
  readonly refuse?: (answer: string) => string | undefined;
}

interface ConfirmQuestion {
  readonly flag: string;
  readonly message: string;
  readonly initialValue: boolean;
}

/** The source of missing values. */
export interface Interview {
  /** Whether a user is present to answer. */
  readonly interactive: boolean;
  /** The flags asked for so far. */
  readonly asked: readonly string[];
  readonly text: (question: TextQuestion) => Promise<string>;
  readonly confirm: (question: ConfirmQuestion) => Promise<boolean>;
}

/** Thrown when a user aborts (Ctrl-C) or the input ends at a question. */
export class InterviewEnded extends Error {
  override readonly name = 'InterviewEnded';

  constructor(
    readonly reason: 'interrupted' | 'input-ended',
    readonly flags: readonly string[],
  ) {
    super(reason);
  }
}

/** Reports whether questions can be asked: both ends are a terminal, not in CI, with text output, and not disabled. */
function mayAsk({ stdin, stdout, env }: Context, settings: Settings): boolean {
  const ci = env['CI'] ?? '';
  const inCi = ci !== '' && ci !== 'false' && ci !== '0';
  const terminal = stdin.isTTY === true && stdout.isTTY === true;
  return terminal && !inCi && !settings.yes && settings.input && settings.output === 'text';
}

/** Returns an interview on the terminal. The library that draws questions is loaded for the first one. */
export function startInterview(context: Context, settings: Settings): Interview {
  const asked: string[] = [];
  const { stdin: input, terminal: output } = context;

  async function ask<A>(flag: string, draw: (signal: AbortSignal) => Promise<A | symbol>): Promise<A> {
    asked.push(flag);
    // When the input ends, the question stays pending forever, and the process would exit as if it had succeeded.
    // Ctrl-D ends it without an event on the stream, which shows only when the process has nothing left to wait for.
    const ended = new AbortController();
    const end = () => ended.abort();
    input.once('end', end).once('close', end);
    process.once('beforeExit', end);
    try {
      // In both cases the library must release the terminal, whose cursor is hidden and whose keys are in raw mode.
      const answer = await draw(AbortSignal.any([ended.signal, context.interrupt]));
      if (typeof answer === 'symbol')
        throw new InterviewEnded(ended.signal.aborted ? 'input-ended' : 'interrupted', asked);
      return answer;
    } finally {
      input.off('end', end).off('close', end);
      process.off('beforeExit', end);
    }
  }

  return {
    interactive: mayAsk(context, settings),
    asked,
    text: ({ flag, message, initialValue, placeholder, refuse }) =>
      ask<string>(flag, async (signal) => {
        const { text } = await import('@clack/prompts');
        return text({
          message: escapeControls(message),
          input,
          output,
          signal,
          ...defined({ initialValue }),
          ...(placeholder === undefined ? {} : { placeholder: escapeControls(placeholder) }),
          ...(refuse === undefined ? {} : { validate: (answer) => escaped(refuse(answer ?? '')) }),
        });
      }),
    confirm: ({ flag, message, initialValue }) =>
      ask<boolean>(flag, async (signal) => {
        const { confirm } = await import('@clack/prompts');
        return confirm({ message: escapeControls(message), initialValue, input, output, signal });
      }),
  };
}

function escaped(text: string | undefined): string | undefined {
  return text === undefined ? undefined : escapeControls(text);
}
