import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { execa } from 'execa';
import { loadConfig } from '../../../runtime/src/configuration/load-config.js';
import { readCases } from '../../../runtime/src/testing/cases/read-cases.js';
import type { CaseResult } from '../../../runtime/src/testing/cases/running/result.js';
import { runSuite } from '../../../runtime/src/testing/cases/running/run-suite.js';
import type { TriedCase } from './table.js';

/** The cluster and the time limit of a comparison. */
export interface Comparison {
  readonly kubeconfig: string;
  /** Folder with kubectl. */
  readonly programs: string;
  /** Seconds. */
  readonly timeout: number;
  readonly parallel: number;
}

/** Writes the files of cases below a folder. */
export function writeCases(folder: string, cases: readonly TriedCase[]): void {
  for (const { name, files } of cases) {
    mkdirSync(join(folder, name), { recursive: true });
    for (const [path, text] of Object.entries(files)) {
      const file = join(folder, name, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      if (text.startsWith('#!')) chmodSync(file, 0o755);
    }
  }
}

/** Runs kuttl, and returns whether each case passed, by its name, and what it printed. */
export async function runKuttl(
  program: string,
  folder: string,
  { kubeconfig, programs, timeout, parallel }: Comparison,
): Promise<{ readonly passed: ReadonlyMap<string, boolean>; readonly output: string }> {
  // It writes a kubeconfig into its working directory.
  const cwd = `${folder}-of-kuttl`;
  mkdirSync(cwd, { recursive: true });
  const { all } = await execa(
    program,
    ['test', folder, `--timeout=${timeout}`, `--parallel=${parallel}`, '--suppress-log=events'],
    { cwd, env: { KUBECONFIG: kubeconfig, PATH: pathWith(programs) }, all: true, reject: false, maxBuffer: 1e9 },
  );
  const verdicts = all.matchAll(/^\s*--- (PASS|FAIL): kuttl\/harness\/(\S+) /gm);
  return { passed: new Map([...verdicts].map(([, verdict, name = '']) => [name, verdict === 'PASS'])), output: all };
}

/** Runs chainsaw, and returns whether each test passed, by its name, and what it printed. Skipped tests have passed. */
export async function runChainsaw(
  program: string,
  folder: string,
  { kubeconfig, programs, timeout, parallel }: Comparison,
  flags: readonly string[] = [],
): Promise<{ readonly passed: ReadonlyMap<string, boolean>; readonly output: string }> {
  const limits = ['--assert-timeout', '--error-timeout'].map((each) => `${each}=${timeout}s`);
  const { all } = await execa(
    program,
    ['test', '--test-dir', folder, `--parallel=${parallel}`, '--no-color', ...limits, ...flags],
    {
      cwd: folder,
      env: { KUBECONFIG: kubeconfig, PATH: pathWith(programs) },
      all: true,
      reject: false,
      maxBuffer: 1e9,
    },
  );
  const verdicts = all.matchAll(/^\s*--- (PASS|FAIL|SKIP): chainsaw\/(\S+) /gm);
  return { passed: new Map([...verdicts].map(([, verdict, name = '']) => [name, verdict !== 'FAIL'])), output: all };
}

/** Runs the cases with operator-gen. */
export async function runOurs(
  folder: string,
  { kubeconfig, programs, timeout, parallel }: Comparison,
): Promise<readonly CaseResult[]> {
  const before = process.env['PATH'];
  process.env['PATH'] = pathWith(programs);
  try {
    const config = await loadConfig({ kubeconfig });
    return await runSuite(readCases(folder, { root: folder }), { config, kubeconfig, root: folder, timeout, parallel });
  } finally {
    process.env['PATH'] = before;
  }
}

function pathWith(programs: string): string {
  return `${programs}${delimiter}${process.env['PATH'] ?? ''}`;
}
