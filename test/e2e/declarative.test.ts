import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../runtime/src/configuration/load-config.js';
import { describeCases } from '../../runtime/src/testing/cases/describe-cases.js';
import { failureLines } from '../../runtime/src/testing/cases/reports/failure-lines.js';
import type { CaseResult } from '../../runtime/src/testing/cases/running/result.js';
import { buildControlPlane } from './control-plane/builder.js';
import { kuttl, programPath } from './control-plane/programs.js';
import { commandCases } from './declarative/command-cases.js';
import { matchingCases } from './declarative/matching-cases.js';
import { runKuttl, runOurs } from './declarative/run-both.js';
import { tryCases } from './declarative/trial.js';
import { stepCases } from './declarative/step-cases.js';
import { full } from '../support/few.js';

const cases = [...matchingCases, ...stepCases, ...commandCases];
/** Seconds; a namespace is deleted after five. */
const timeout = 8;
const limit = 300_000;

const trial = tryCases(cases, timeout);

describe('the verdict on declarative test cases', () => {
  let ours: readonly CaseResult[];

  it('is that of the table', { timeout: limit }, async () => {
    ours = await runOurs(trial.folder, trial.comparison);
    const verdicts = new Map(ours.map((each) => [each.name, verdictOf(each)]));
    expect(cases.filter(({ name, verdict }) => verdicts.get(name) !== verdict).map(({ name }) => name)).toEqual([]);
  });

  it('is described in at most 20 lines, without control characters', () => {
    const shown = ours.filter(({ passed }) => !passed).map((each) => failureLines(each));
    expect(shown.length).toBeGreaterThan(20);
    expect(shown.filter((each) => each.length > 20 || each.length < 3)).toEqual([]);
    expect(shown.flat().filter((each) => /\p{Cc}/u.test(each))).toEqual([]);
  });

  it('is that of the tests of vitest that describeCases defines', { timeout: limit }, async () => {
    const { kubeconfig: kubeconfigPath } = trial.comparison;
    const config = await loadConfig({ kubeconfig: kubeconfigPath });
    const tests = new Map<string, () => Promise<void>>();
    describeCases(trial.folder, {
      root: trial.folder,
      it: (name, body) => void tests.set(name, body),
      environment: () => ({ config, kubeconfigPath }),
      timeout: 2,
    });
    expect([...tests.keys()].toSorted()).toEqual(cases.map(({ name }) => name).toSorted());
    await tests.get('part-of-object')!();
    await expect(tests.get('other-value')!()).rejects.toThrow('data.soup: expected "cold", actual "hot"');
  });

  full('is that of kuttl', { timeout: limit }, async (context) => {
    if (process.env['CI'] === 'true') await buildControlPlane([kuttl]);
    const program = programPath(kuttl.name);
    if (!existsSync(program)) return context.skip('kuttl has not been built: npm run control-plane');
    const { passed, output } = await runKuttl(program, trial.folder, trial.comparison);
    expect([...passed.keys()].toSorted(), output.slice(-2000)).toEqual(cases.map(({ name }) => name).toSorted());
    const compared = cases.filter(({ verdict }) => verdict !== 'refused');
    expect(
      compared.filter(({ name, verdict }) => passed.get(name) !== (verdict === 'passed')).map(({ name }) => name),
    ).toEqual([]);
  });
});

function verdictOf({ passed, problem }: CaseResult): string {
  if (problem?.reason === 'unsupported') return 'refused';
  return passed ? 'passed' : 'failed';
}
