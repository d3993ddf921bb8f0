import type { IncomingMessage } from 'node:http';
import { messageOf } from '../errors/causes.js';
import { endsIn } from '../timing/wait.js';

/**
 * A check of the process's health: throws, or rejects, when something is wrong. The request is the one of the probe.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/healthz#Checker
 */
export type HealthCheck = (request?: IncomingMessage) => void | Promise<void>;

/** What a probe is answered. */
export interface HealthReport {
  readonly code: 200 | 404 | 500;
  readonly text: string;
}

/** Milliseconds after which a check that does not settle has failed; a kubelet would not wait as long. */
const longest = 5000;

interface Result {
  readonly name: string;
  readonly isExcluded: boolean;
  /** Why it failed; undefined where it passed. */
  readonly failure: string | undefined;
}

/** Named checks, run together and one by one. */
export class HealthChecks {
  readonly #checks = new Map<string, HealthCheck>();

  /** @throws Error when the name is taken */
  add(name: string, check: HealthCheck): void {
    if (this.#checks.has(name)) throw new Error(`there is a health check ${name} already`);
    this.#checks.set(name, check);
  }

  /**
   * Runs every check and answers `ok`, or a line for each where one failed: `[+]name ok`, `[-]name failed: why`.
   * @param query `verbose` asks for the lines in any case, `exclude=name` leaves a check out; both as in controller-runtime
   */
  async runAll(endpoint: string, query: URLSearchParams, request?: IncomingMessage): Promise<HealthReport> {
    const excluded = new Set(query.getAll('exclude'));
    const results = await Promise.all(
      [...this.#checks].map(async ([name, check]): Promise<Result> => {
        const isExcluded = excluded.delete(name);
        return { name, isExcluded, failure: isExcluded ? undefined : await failureOf(check, request) };
      }),
    );
    const failed = results.some(({ failure }) => failure !== undefined);
    if (!failed && !query.has('verbose')) return { code: 200, text: 'ok' };
    const lines = results.map(lineOf);
    if (excluded.size > 0) lines.push(`warn: there are no checks ${[...excluded].join(', ')} that could be excluded`);
    lines.push(`${endpoint} check ${failed ? 'failed' : 'passed'}`, '');
    return { code: failed ? 500 : 200, text: lines.join('\n') };
  }

  /** Runs one check: `/readyz/<name>`. */
  async runOne(name: string, request?: IncomingMessage): Promise<HealthReport> {
    const check = this.#checks.get(name);
    if (check === undefined) return { code: 404, text: `there is no check ${name}` };
    const failure = await failureOf(check, request);
    return failure === undefined ? { code: 200, text: 'ok' } : { code: 500, text: failure };
  }
}

async function failureOf(check: HealthCheck, request: IncomingMessage | undefined): Promise<string | undefined> {
  try {
    const answered = await endsIn(longest, Promise.resolve(check(request)));
    return answered ? undefined : `no answer in ${longest / 1000} s`;
  } catch (error) {
    return messageOf(error);
  }
}

function lineOf({ name, isExcluded, failure }: Result): string {
  if (isExcluded) return `[+]${name} excluded: ok`;
  return failure === undefined ? `[+]${name} ok` : `[-]${name} failed: ${failure}`;
}
