import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaseResult } from '../../runtime/src/testing/cases/running/result.js';
import { buildControlPlane } from './control-plane/builder.js';
import { startControlPlane, type ControlPlane } from './control-plane/control-plane.js';
import { kuttl, programPath } from './control-plane/programs.js';
import { runKuttl, runOurs, type Comparison } from './declarative/run-both.js';

// kuttl's own test cases, from the sources of its Go module, with both programs on the same control plane.

/** Folders with test cases in those sources. */
const suites = [
  'internal/harness/test_data',
  'internal/step/test_data',
  'internal/step/test_data/assert_commands',
  'internal/step/test_data/assert_expressions',
  'internal/testcase/test_data',
  'internal/utils/files/test_data',
  'test/junit/suite1',
  'test/junit/suite2',
  'test/vars/suite1',
];
const limit = 600_000;

let controlPlane: ControlPlane;
let sources: string;
let comparison: Comparison;
const temporary = mkdtempSync(join(tmpdir(), 'kuttl-own-'));

beforeAll(async () => {
  await buildControlPlane([kuttl]);
  controlPlane = await startControlPlane();
  // Some cases expect Pods that nobody runs.
  const nodes = await controlPlane.kubectl(['get', 'nodes', '-o', 'name']);
  await controlPlane.kubectl(['cordon', ...nodes.trim().split('\n')]);
  const { kubeconfigPath: kubeconfig, assetsDirectory: programs } = controlPlane.info;
  comparison = { kubeconfig, programs, timeout: 10, parallel: 8 };
  sources = (await execa('go', ['list', '-m', '-f', '{{.Dir}}', kuttl.module], { cwd: kuttl.folder })).stdout;
}, limit);

afterAll(async () => {
  await controlPlane?.stop();
  rmSync(temporary, { recursive: true, force: true });
});

/** Copies files that can be changed and deleted, unlike those of the module cache. */
function copy(from: string, to: string): void {
  for (const path of readdirSync(from, { recursive: true, encoding: 'utf8' })) {
    const file = join(from, path);
    if (statSync(file).isDirectory()) continue;
    mkdirSync(dirname(join(to, path)), { recursive: true });
    writeFileSync(join(to, path), readFileSync(file));
  }
}

const isRefused = ({ problem }: CaseResult): boolean => problem?.reason === 'unsupported';

describe('the verdicts on kuttl’s own cases are the same', () => {
  it.each(suites)('%s', { timeout: limit }, async (suite) => {
    const folder = join(temporary, suite.replaceAll('/', '-'));
    copy(join(sources, suite), folder);
    const ours = await runOurs(folder, comparison);
    const { passed } = await runKuttl(programPath(kuttl.name), folder, comparison);
    const compared = ours.filter((each) => !isRefused(each));
    process.stdout.write(`${suite}: ${ours.length} cases, ${ours.length - compared.length} refused\n`);
    expect(ours.length).toBe(passed.size);
    expect(Object.fromEntries(compared.map((each) => [each.name, each.passed]))).toEqual(
      Object.fromEntries(compared.map(({ name }) => [name, passed.get(name)])),
    );
  });
});
