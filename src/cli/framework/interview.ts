import { styleText } from 'node:util';
import { escapeControls } from '../../base/diagnostics/print-escape.js';
import type { Context } from './context.js';
import { heeding } from './interrupt.js';
import { isCi } from './progress.js';
import type { Settings } from './settings.js';
import { defined } from '../../base/model/defined.js';

/** A question for one missing value. */
interface TextQuestion {
  /** The flag that provides the same value. */
  readonly flag: string;
  readonly message: string;
  /** The answer when the user presses Enter without typing. It is shown until then, and never becomes part of the answer. */
  readonly defaultValue?: string;
  /** Returns the problem with an answer; undefined accepts it. */
  readonly refuse?: (answer: string) => string | undefined;
}

interface ConfirmQuestion {
  readonly flag: string;
  readonly message: string;
  readonly initialValue: boolean;
}

interface ChooseQuestion<Value extends string> {
  readonly flag: string;
  readonly message: string;
  /** The choices with their labels, at least one of which must be selected. */
  readonly choices: Readonly<Record<Value, string>>;
}

interface PickQuestion<Value extends string> {
  readonly flag: string;
  readonly message: string;
  /** The choices with their labels, one of which must be selected. */
  readonly choices: Readonly<Record<Value, string>>;
  readonly initialValue: Value;
}

/**
 * Asks one question that depends on the answers so far, or reports a problem with them; undefined if nothing was asked.
 */
export type Step<Answers> = (answers: Answers) => Promise<Partial<Answers> | undefined> | undefined;

/** The source of missing values. */
export interface Interview {
  /** Whether a user is present to answer. */
  readonly interactive: boolean;
  /** The flags asked for so far. */
  readonly asked: readonly string[];
  readonly text: (question: TextQuestion) => Promise<string>;
  readonly confirm: (question: ConfirmQuestion) => Promise<boolean>;
  readonly choose: <Value extends string>(question: ChooseQuestion<Value>) => Promise<readonly Value[]>;
  readonly pick: <Value extends string>(question: PickQuestion<Value>) => Promise<Value>;
  /**
   * Asks questions one after the other. Escape goes back to the previous question, which shows the earlier answer.
   * @returns the answers, including those at the start
   */
  readonly series: <Answers extends object>(start: Answers, steps: readonly Step<Answers>[]) => Promise<Answers>;
}

/** Thrown when the user goes back to the previous question. */
class BackRequested extends Error {
  override readonly name = 'BackRequested';
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
  const isAllowed = !isCi(context.env) && !settings.yes && settings.input && settings.output === 'text';
  // Checked last, because looking at stdin opens it.
  return isAllowed && context.stdout.isTTY === true && context.stdin.isTTY === true;
}

/** The streams of a question, and the signal that ends it. */
interface Streams {
  readonly input: Context['stdin'];
  readonly output: Context['terminal'];
  readonly signal: AbortSignal;
}

/** Returns an interview on the terminal. The library that draws questions is loaded for the first question. */
export function startInterview(context: Context, settings: Settings): Interview {
  const asked: string[] = [];
  const answered = new Map<string, unknown>();
  let canGoBack = false;
  async function ask<A>(flag: string, draw: (streams: Streams) => Promise<A | symbol>): Promise<A> {
    if (!asked.includes(flag)) asked.push(flag);
    if (!settings.color) forbidColors();
    const answer = await answerOf(context, asked, draw);
    answered.set(flag, answer);
    return answer;
  }
  const titleOf = (message: string): string => `${escapeControls(message)}${canGoBack ? ' (Esc: back)' : ''}`;

  return {
    get interactive() {
      return mayAsk(context, settings);
    },
    asked,
    text: async (question) => {
      const { flag, message, defaultValue } = question;
      const earlier = answered.get(flag) as string | undefined;
      const answer = await ask<string>(flag, (streams) =>
        askText({ ...question, message: titleOf(message) }, earlier, streams),
      );
      // A default does not count as an earlier answer, because the question can have a different default next time.
      if (answer === defaultValue) answered.delete(flag);
      return answer;
    },
    confirm: ({ flag, message, initialValue }) =>
      ask<boolean>(flag, async (streams) => {
        const { confirm, settings: keys } = await import('@clack/prompts');
        // The library also maps the name of Escape to an arrow key, which would change the answer that stays on the
        // screen.
        keys.aliases.delete('escape');
        for (const sequence of ['\u001b', '\u001b\u001b']) keys.aliases.set(sequence, 'cancel');
        const initial = (answered.get(flag) as boolean | undefined) ?? initialValue;
        return confirm({ message: titleOf(message), initialValue: initial, ...streams });
      }),
    choose: <Value extends string>({ flag, message, choices }: ChooseQuestion<Value>) =>
      ask<readonly Value[]>(flag, async (streams) => {
        const { multiselect } = await import('@clack/prompts');
        const options = Object.entries<string>(choices).map(([value, label]) => ({ value, label }));
        const initialValues = answered.get(flag) as Value[] | undefined;
        const taken = await multiselect<string>({
          message: titleOf(message),
          options,
          required: true,
          ...defined({ initialValues }),
          ...streams,
        });
        return taken as Value[] | symbol;
      }),
    pick: <Value extends string>({ flag, message, choices, initialValue }: PickQuestion<Value>) =>
      ask<Value>(flag, async (streams) => {
        const { select } = await import('@clack/prompts');
        const options = Object.entries<string>(choices).map(([value, label]) => ({ value, label }));
        const initial = (answered.get(flag) as string | undefined) ?? initialValue;
        const taken = await select<string>({ message: titleOf(message), options, initialValue: initial, ...streams });
        return taken as Value | symbol;
      }),
    series: (start, steps) => askInOrder(start, steps, (isFirst) => (canGoBack = !isFirst)),
  };
}

/** Makes the library draw without colors. It reads the environment of this process. */
function forbidColors(): void {
  process.env['NO_COLOR'] = '1';
  delete process.env['FORCE_COLOR'];
}

async function askText(
  { message, defaultValue, refuse }: TextQuestion,
  earlier: string | undefined,
  streams: Streams,
): Promise<string | symbol> {
  const { text } = await import('@clack/prompts');
  const answerIn = (typed = ''): string => typed.trim() || (defaultValue ?? '');
  const answer = await text({
    message,
    ...streams,
    ...defined({ defaultValue, initialValue: earlier }),
    ...(defaultValue === undefined ? {} : { placeholder: placeholderOf(defaultValue) }),
    ...(refuse === undefined ? {} : { validate: (typed) => escaped(refuse(answerIn(typed))) }),
  });
  return typeof answer === 'symbol' ? answer : answerIn(answer);
}

/** Returns a default as a placeholder for the answer: dimmed by the library, or else in parentheses. */
function placeholderOf(defaultValue: string): string {
  const shown = escapeControls(defaultValue);
  return styleText('dim', 'x') === 'x' ? `(${shown})` : shown;
}

/** @param before called before each question */
async function askInOrder<Answers extends object>(
  start: Answers,
  steps: readonly Step<Answers>[],
  before: (isFirst: boolean) => void,
): Promise<Answers> {
  const answered: { readonly index: number; readonly answers: Answers }[] = [];
  let answers = start;
  for (let index = 0; index < steps.length;) {
    before(answered.length === 0);
    try {
      const answer = await steps[index]!(answers);
      if (answer !== undefined) answered.push({ index, answers });
      answers = { ...answers, ...answer };
      index += 1;
    } catch (error) {
      if (!(error instanceof BackRequested)) throw error;
      // The first question has no previous one, so it is asked again.
      ({ index, answers } = answered.pop() ?? { index, answers });
    }
  }
  return answers;
}

/**
 * Waits for the answer to a question.
 * @throws InterviewEnded when no answer will come
 * @throws BackRequested when the user goes back
 */
async function answerOf<A>(
  context: Context,
  asked: readonly string[],
  draw: (streams: Streams) => Promise<A | symbol>,
): Promise<A> {
  const { stdin: input } = context;
  // If the input ends, the question stays open forever, and the process would end as if it had succeeded. Ctrl-D ends
  // the input without an event on the stream: this is visible only when the process has nothing left to wait for.
  const ended = new AbortController();
  const end = () => ended.abort();
  // The library treats Escape as Ctrl-C.
  let isEscape = false;
  const press = (_text: unknown, key?: { readonly name?: string }) => (isEscape = key?.name === 'escape');
  input.once('end', end).once('close', end).on('keypress', press);
  process.once('beforeExit', end);
  try {
    // In any case, the library must restore the terminal: it hides the cursor and uses raw mode.
    const signal = AbortSignal.any([ended.signal, context.interrupt]);
    const answer = await heeding(context, () => draw({ input, output: context.terminal, signal }));
    if (typeof answer !== 'symbol') return answer;
    if (isEscape && !signal.aborted) throw new BackRequested();
    throw new InterviewEnded(ended.signal.aborted ? 'end-of-input' : 'interrupted', asked);
  } finally {
    input.off('end', end).off('close', end).off('keypress', press);
    process.off('beforeExit', end);
  }
}

function escaped(text: string | undefined): string | undefined {
  return text === undefined ? undefined : escapeControls(text);
}
