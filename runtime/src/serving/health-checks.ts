import type { IncomingMessage } from 'node:http';
import { messageOf } from '../errors/causes.js';
import { endsIn } from '../timing/wait.js';

/**
 * Health check of the process: throws or rejects if there is a problem. It receives the request of the probe.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/healthz#Checker
 */
export type HealthCheck = (request?: IncomingMessage) => void | Promise<void>;

/** Answer to a probe. */
export interface HealthReport {
  readonly code: 200 | 404 | 500;
  readonly text: string;
}

/** Milliseconds after which a pending check has failed; the kubelet would not wait that long. */
const longest = 5000;

interface Result {
  readonly name: string;
  readonly isExcluded: boolean;
  /** The reason why it failed; undefined if it passed. */
  readonly failure: string | undefined;
}

/** Named checks, which can run together or individually. */
export class HealthChecks {
  readonly #checks = new Map<string, HealthCheck>();

  /** @throws Error if the name is already used */
  add(name: string, check: HealthCheck): void {
    if (this.#checks.has(name)) throw new Error(`the health check ${name} already exists: use another name`);
    this.#checks.set(name, check);
  }

  /**
   * Runs every check and returns `ok`, or a line for each if one failed: `[+]name ok`, `[-]name failed: reason withheld`.
   * As in controller-runtime, the reasons are not in this answer; `runOne` returns the reason of one check.
   * @param query `verbose` always returns the lines, `exclude=name` skips a check; both as in controller-runtime
   * @param failed called with the name and the reason of each check that failed
   */
  async runAll(
    endpoint: string,
    query: URLSearchParams,
    request?: IncomingMessage,
    failed: (name: string, reason: string) => void = () => undefined,
  ): Promise<HealthReport> {
    const excluded = new Set(query.getAll('exclude'));
    const results = await Promise.all(
      [...this.#checks].map(async ([name, check]): Promise<Result> => {
        const isExcluded = excluded.delete(name);
        return { name, isExcluded, failure: isExcluded ? undefined : await failureOf(check, request) };
      }),
    );
    const failures = results.filter(({ failure }) => failure !== undefined);
    for (const { name, failure } of failures) failed(name, failure!);
    const hasFailed = failures.length > 0;
    if (!hasFailed && !query.has('verbose')) return { code: 200, text: 'ok' };
    const lines = results.map(lineOf);
    if (excluded.size > 0) lines.push(`warn: there are no checks ${[...excluded].join(', ')} that could be excluded`);
    lines.push(`${endpoint} check ${hasFailed ? 'failed' : 'passed'}`, '');
    return { code: hasFailed ? 500 : 200, text: lines.join('\n') };
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
  return failure === undefined ? `[+]${name} ok` : `[-]${name} failed: reason withheld`;
}
