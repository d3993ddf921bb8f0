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
    readonly reason: 'interrupted' | 'end-of-input',
    readonly flags: readonly string[],
  ) {
    super(reason);
  }
}

/**
 * Reports whether questions can be asked: input and output are terminals, the output is text, it is not a CI run, and
 * no flag forbids questions.
 */
function mayAsk(context: Context, settings: Settings): boolean {
  const ci = context.env['CI'] ?? '';
  const inCi = ci !== '' && ci !== 'false' && ci !== '0';
  const isAllowed = !inCi && !settings.yes && settings.input && settings.output === 'text';
  // Only where it matters: to look at stdin opens it.
  return isAllowed && context.stdout.isTTY === true && context.stdin.isTTY === true;
}

/** The streams of a question, and the signal that ends it. */
interface Streams {
  readonly input: Context['stdin'];
  readonly output: Context['terminal'];
  readonly signal: AbortSignal;
}

/** Returns an interview on the terminal. The library that draws questions is loaded for the first one. */
export function startInterview(context: Context, settings: Settings): Interview {
  const asked: string[] = [];
  async function ask<A>(flag: string, draw: (streams: Streams) => Promise<A | symbol>): Promise<A> {
    asked.push(flag);
    const { stdin: input } = context;
    // An input that ends leaves the question open forever, and the process would end as if all were well. Ctrl-D ends
    // it without an event on the stream: that shows only when the process has nothing left to wait for.
    const ended = new AbortController();
    const end = () => ended.abort();
    input.once('end', end).once('close', end);
    process.once('beforeExit', end);
    try {
      // Either way the library must let go of the terminal: its cursor is hidden, its keys are raw.
      const signal = AbortSignal.any([ended.signal, context.interrupt]);
      const answer = await draw({ input, output: context.terminal, signal });
      if (typeof answer === 'symbol')
        throw new InterviewEnded(ended.signal.aborted ? 'end-of-input' : 'interrupted', asked);
      return answer;
    } finally {
      input.off('end', end).off('close', end);
      process.off('beforeExit', end);
    }
  }

  return {
    get interactive() {
      return mayAsk(context, settings);
    },
    asked,
    text: ({ flag, message, initialValue, placeholder, refuse }) =>
      ask<string>(flag, async (streams) => {
        const { text } = await import('@clack/prompts');
        return text({
          message: escapeControls(message),
          ...streams,
          ...defined({ initialValue }),
          ...(placeholder === undefined ? {} : { placeholder: escapeControls(placeholder) }),
          ...(refuse === undefined ? {} : { validate: (answer) => escaped(refuse(answer ?? '')) }),
        });
      }),
    confirm: ({ flag, message, initialValue }) =>
      ask<boolean>(flag, async (streams) => {
        const { confirm } = await import('@clack/prompts');
        return confirm({ message: escapeControls(message), initialValue, ...streams });
      }),
  };
}

function escaped(text: string | undefined): string | undefined {
  return text === undefined ? undefined : escapeControls(text);
}
