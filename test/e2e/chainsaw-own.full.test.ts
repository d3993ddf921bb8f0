import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaseResult } from '../../runtime/src/testing/cases/running/result.js';
import { buildControlPlane } from './control-plane/builder.js';
import { startControlPlane, type ControlPlane } from './control-plane/control-plane.js';
import { chainsaw, programPath } from './control-plane/programs.js';
import { runChainsaw, runOurs, type Comparison } from './declarative/run-both.js';

// chainsaw's own examples, from the sources of its Go module, with both programs on the same control plane.

const limit = 900_000;
/** Folders that are not refused; fewer would compare nothing. */
const fewest = 25;

/** Folders that chainsaw cannot read itself: its parser takes a merge key with an override for a duplicate. */
const readMore = new Set(['yaml-anchors']);

let controlPlane: ControlPlane;
let comparison: Comparison;
const temporary = mkdtempSync(join(tmpdir(), 'chainsaw-own-'));

beforeAll(async () => {
  await buildControlPlane([chainsaw]);
  controlPlane = await startControlPlane();
  const { kubeconfigPath: kubeconfig, assetsDirectory: programs } = controlPlane.info;
  comparison = { kubeconfig, programs, timeout: 20, parallel: 4 };
  const list = ['list', '-m', '-f', '{{.Dir}}', chainsaw.module];
  const { stdout: sources } = await execa('go', list, { cwd: chainsaw.folder, env: { GOFLAGS: '-mod=mod' } });
  cpSync(join(sources, 'testdata/e2e/examples'), temporary, { recursive: true, mode: 0 });
  await execa('chmod', ['-R', 'u+w', temporary]);
}, limit);

afterAll(async () => {
  await controlPlane?.stop();
  rmSync(temporary, { recursive: true, force: true });
});

describe('the verdicts on chainsaw’s own examples', () => {
  it('are the same, except for those that are refused by name', { timeout: limit }, async () => {
    const ours = await runOurs(temporary, comparison);
    const verdicts = new Map<string, readonly string[]>();
    // One folder after the other, because chainsaw runs nothing if it cannot read one of them.
    for (const folder of readdirSync(temporary, { withFileTypes: true }).filter((each) => each.isDirectory())) {
      const place = join(temporary, folder.name);
      const { passed, output } = await runChainsaw(programPath(chainsaw.name), place, comparison, ['--full-name']);
      const isRead = !/^Error: failed to (?:parse|load)/m.test(output);
      verdicts.set(folder.name, isRead ? [...passed.values()].map(verdictOf).toSorted() : ['unreadable']);
    }
    const byFolder = new Map<string, CaseResult[]>();
    for (const each of ours) {
      const [name = ''] = relative(temporary, each.folder).split('/');
      byFolder.set(name, [...(byFolder.get(name) ?? []), each]);
    }
    const compared = [...byFolder].filter(
      ([name, cases]) => !readMore.has(name) && cases.every((each) => each.problem?.reason !== 'unsupported'),
    );
    process.stdout.write(`${ours.length} cases in ${byFolder.size} folders, ${compared.length} of them compared\n`);
    expect(compared.length).toBeGreaterThanOrEqual(fewest);
    const own = ({ problem, passed }: CaseResult): string => (problem === undefined ? verdictOf(passed) : 'unreadable');
    expect(Object.fromEntries(compared.map(([name, cases]) => [name, cases.map(own).toSorted()]))).toEqual(
      Object.fromEntries(compared.map(([name]) => [name, verdicts.get(name)])),
    );
  });
});

function verdictOf(passed: boolean): string {
  return passed ? 'pass' : 'fail';
}
