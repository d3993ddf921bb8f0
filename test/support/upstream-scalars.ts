import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { go } from '../../scripts/upstream/go.js';
import { helperProgram } from '../../scripts/upstream/go-program.js';
import { helperForTests } from './upstream.js';

/** A function of `upstream/scalars` and its arguments. */
export type Call = readonly [name: string, ...texts: string[]];

/** The answer of Go; see `upstream/scalars/main.go`. */
export interface ScalarAnswer {
  readonly invalid?: true;
  readonly amount?: string;
  readonly exponent?: number;
  readonly format?: string;
  readonly canonical?: string;
  readonly lossy?: true;
  readonly order?: number;
  readonly number?: string;
  readonly value?: string;
}

/** Asks the code of Kubernetes and Go about quantities and durations. */
export interface UpstreamScalars {
  readonly ask: (calls: readonly Call[]) => Promise<readonly ScalarAnswer[]>;
  readonly end: () => void;
}

/** Builds the program that answers; undefined if the helper was not built either. */
export async function upstreamScalars(): Promise<UpstreamScalars | undefined> {
  if ((await helperForTests()) === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'operator-gen-scalars-'));
  const program = join(folder, 'scalars');
  await go(helperProgram, ['build', '-trimpath', '-buildvcs=false', '-o', program, './scalars']);
  return {
    ask: async (calls) => {
      const input = calls.map((call) => `${JSON.stringify(call)}\n`).join('');
      const { stdout } = await execa(program, { input, maxBuffer: 2 ** 30 });
      return stdout.split('\n').map((line) => JSON.parse(line) as ScalarAnswer);
    },
    end: () => rmSync(folder, { recursive: true, force: true }),
  };
}
