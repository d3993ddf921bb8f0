import { execa } from 'execa';
import type { GoProgram } from '../../support/go-program.js';

/** The engine of Prometheus. */
export const prometheusJudge: GoProgram = { name: 'prometheus-judge', folder: new URL('.', import.meta.url) };

export interface Scrape {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Labels that Prometheus adds to each sample of its target. */
  readonly target: Readonly<Record<string, string>>;
  /** Report of the target in the text format of Prometheus. */
  readonly text: string;
}

/** What the engine finds for an expression. */
export interface Answer {
  /** The reason why it was not evaluated. */
  readonly problem?: string;
  /** The value is null if it is not a finite number. */
  readonly series: readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number | null }[];
}

/** Evaluates expressions at a time, in milliseconds since 1970. */
export async function evaluate(
  judge: string,
  question: { readonly scrapes: readonly Scrape[]; readonly expressions: readonly string[]; readonly at: number },
): Promise<readonly Answer[]> {
  const { stdout } = await execa(judge, { input: JSON.stringify(question), maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(stdout) as Answer[];
}
