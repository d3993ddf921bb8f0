import type { Answer } from '../../src/base/helper/protocol.js';
import { inputLine, readFixtures } from './inputs.js';
import { startRawHelper, type RawHelper } from './raw-helper.js';

/** An input and what the helper made of it. */
export interface Outcome {
  readonly index: number;
  readonly line: string;
  /** Wall time and processor time of the helper, in milliseconds. */
  readonly time: number;
  readonly processor: number | undefined;
  readonly response: string | undefined;
}

export interface FuzzResult {
  readonly inputs: number;
  /** Inputs without a response that has their ID and a verdict or a known problem, with the reason. */
  readonly failures: readonly (Outcome & { readonly reason: string })[];
  /** The inputs that took the most processor time, or wall time where that is unknown. */
  readonly slowest: readonly Outcome[];
  /** Peak of the helper's memory in MiB. */
  readonly memory: number;
  /** Number of responses by their sort: `accepted`, `refused`, or the code of the problem. */
  readonly sorts: Readonly<Record<string, number>>;
}

export interface FuzzOptions {
  readonly seed: number;
  readonly inputs: number;
  /** The first input, to repeat one. */
  readonly from?: number;
  readonly onProgress?: (done: number) => void;
}

const knownProblems = new Set([
  'invalid-yaml',
  'unknown-kind',
  'not-served',
  'invalid-crd',
  'kustomize',
  'bad-request',
  'timeout',
  'too-large',
]);

const longest = 2000;

/** Sends random inputs to a helper, one at a time. */
export async function fuzzHelper(
  path: string,
  { seed, inputs, from = 0, onProgress }: FuzzOptions,
): Promise<FuzzResult> {
  const fixtures = readFixtures();
  const failures: (Outcome & { reason: string })[] = [];
  const sorts: Record<string, number> = {};
  let slowest: Outcome[] = [];
  let memory = 0;
  let helper = await startRawHelper(path);
  for (let index = from; index < from + inputs; index += 1) {
    const outcome = await measured(helper, index, inputLine(fixtures, seed, index));
    memory = Math.max(memory, helper.usage()?.memory ?? 0);
    const sort = sortOf(outcome);
    sorts[sort] = (sorts[sort] ?? 0) + 1;
    slowest = [...slowest, outcome].toSorted((a, b) => cost(b) - cost(a)).slice(0, 10);
    const reason = complaint(outcome, sort, helper);
    if (reason !== undefined) failures.push({ ...outcome, reason });
    if (outcome.response === undefined || sort === 'timeout') {
      helper.end();
      helper = await startRawHelper(path);
    }
    onProgress?.(index + 1 - from);
  }
  helper.end();
  return { inputs, failures, slowest, memory, sorts };
}

async function measured(helper: RawHelper, index: number, line: string): Promise<Outcome> {
  const before = helper.usage()?.processor;
  const start = performance.now();
  const response = await helper.send(line);
  const time = performance.now() - start;
  const after = helper.usage()?.processor;
  const processor = before === undefined || after === undefined ? undefined : after - before;
  return { index, line, time, processor, response };
}

/** Processor time does not depend on what else runs on the machine. */
export function cost({ time, processor = time }: Outcome): number {
  return processor;
}

function sortOf({ response }: Outcome): string {
  if (response === undefined) return 'crash';
  const { problem, errors } = JSON.parse(response) as Answer;
  return problem?.code ?? (errors === undefined ? 'accepted' : 'refused');
}

function complaint(outcome: Outcome, sort: string, helper: RawHelper): string | undefined {
  const { index, response } = outcome;
  if (response === undefined) return `no response: ${helper.lastWords()}`;
  if (cost(outcome) > longest) return `${Math.round(cost(outcome))} ms`;
  const { id, problem } = JSON.parse(response) as Answer & { id: number };
  if (problem !== undefined && !knownProblems.has(problem.code)) return `${sort}: ${problem.message}`;
  // Damage to the ID itself cannot be seen.
  return id === index || problem?.code === 'bad-request' ? undefined : `the response has the ID ${id}`;
}
