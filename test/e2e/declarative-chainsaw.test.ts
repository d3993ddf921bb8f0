import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../runtime/src/configuration/load-config.js';
import { describeCases } from '../../runtime/src/testing/cases/describe-cases.js';
import { failureLines } from '../../runtime/src/testing/cases/reports/failure-lines.js';
import type { CaseResult } from '../../runtime/src/testing/cases/running/result.js';
import { full } from '../support/few.js';
import { commandCases } from './chainsaw/command-cases.js';
import { expressionCases } from './chainsaw/expression-cases.js';
import { objectCases } from './chainsaw/object-cases.js';
import { buildControlPlane } from './control-plane/builder.js';
import { chainsaw, programPath } from './control-plane/programs.js';
import { runChainsaw, runOurs, writeCases } from './declarative/run-both.js';
import { tryCases } from './declarative/trial.js';

const cases = [...objectCases, ...expressionCases, ...commandCases];
/** Seconds. */
const timeout = 8;
const limit = 300_000;

const trial = tryCases(cases, timeout);

describe('the verdict on test cases in the format of chainsaw', () => {
  let ours: readonly CaseResult[];

  it('is that of the table', { timeout: limit }, async () => {
    ours = await runOurs(trial.folder, trial.comparison);
    const wrong = cases.filter(({ name, verdict }) => verdict !== verdictOf(ours.find((each) => each.name === name)!));
    const lines = wrong.flatMap(({ name }) => failureLines(ours.find((each) => each.name === name)!));
    expect(lines).toEqual([]);
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it('is described in at most 20 lines, without control characters', () => {
    const shown = ours.filter(({ passed }) => !passed).map((each) => failureLines(each));
    expect(shown.length).toBeGreaterThan(10);
    expect(shown.filter((each) => each.length > 20 || each.length < 3)).toEqual([]);
    expect(shown.flat().filter((each) => /\p{Cc}/u.test(each))).toEqual([]);
  });

  it('is that of the tests of vitest that describeCases defines', { timeout: limit }, async () => {
    const { kubeconfig: kubeconfigPath } = trial.comparison;
    const config = await loadConfig({ kubeconfig: kubeconfigPath });
    const tests = new Map<string, () => Promise<void>>();
    const skipped: string[] = [];
    const define = (name: string, body: () => Promise<void>): void => void tests.set(name, body);
    describeCases(trial.folder, {
      root: trial.folder,
      it: Object.assign(define, { skip: (name: string) => void skipped.push(name) }),
      environment: () => ({ config, kubeconfigPath }),
      timeout: 2,
    });
    expect([...tests.keys(), ...skipped].toSorted()).toEqual(cases.map(({ name }) => name).toSorted());
    expect(skipped).toEqual(['skip']);
    await tests.get('apply-and-assert')!();
    await expect(tests.get('other-value')!()).rejects.toThrow('data.soup: expected "cold", actual "hot"');
    await expect(tests.get('proxy')!()).rejects.toThrow('proxy of an operation is not supported');
  });

  full('is that of chainsaw', { timeout: limit }, async (context) => {
    if (process.env['CI'] === 'true') await buildControlPlane([chainsaw]);
    const program = programPath(chainsaw.name);
    if (!existsSync(program)) return context.skip('chainsaw has not been built: npm run control-plane');
    const compared = cases.filter(({ verdict }) => verdict !== 'refused');
    const ofChainsaw = join(trial.folder, 'compared');
    writeCases(ofChainsaw, compared);
    const { passed, output } = await runChainsaw(program, ofChainsaw, trial.comparison);
    expect([...passed.keys()].toSorted(), output.slice(-2000)).toEqual(compared.map(({ name }) => name).toSorted());
    expect(
      compared.filter(({ name, verdict }) => passed.get(name) !== (verdict === 'passed')).map(({ name }) => name),
    ).toEqual([]);
  });
});

function verdictOf({ passed, problem }: CaseResult): string {
  if (problem?.reason === 'unsupported') return 'refused';
  return passed ? 'passed' : 'failed';
}
