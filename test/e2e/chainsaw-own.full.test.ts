import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildControlPlane } from './control-plane/builder.js';
import { startControlPlane, type ControlPlane } from './control-plane/control-plane.js';
import { chainsaw, programPath } from './control-plane/programs.js';
import { runChainsaw, runOurs, type Comparison } from './declarative/run-both.js';

// chainsaw's own examples, from the sources of its Go module, with both programs on the same control plane.

const limit = 900_000;
/** Cases that are not refused; fewer would compare nothing. */
const fewest = 25;

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
    const { passed, output } = await runChainsaw(programPath(chainsaw.name), temporary, comparison, ['--full-name']);
    const verdicts = byCase(passed);
    const compared = ours.filter(({ problem }) => problem?.reason !== 'unsupported');
    process.stdout.write(`${ours.length} cases, ${ours.length - compared.length} refused\n`);
    expect([...verdicts.keys()].toSorted(), output.slice(-2000)).toEqual(ours.map(({ name }) => name).toSorted());
    expect(compared.length).toBeGreaterThanOrEqual(fewest);
    expect(Object.fromEntries(compared.map((each) => [each.name, each.passed]))).toEqual(
      Object.fromEntries(compared.map(({ name }) => [name, verdicts.get(name)])),
    );
  });
});

/** Returns the verdicts by the names of our cases: the path of the folder, and the test's own name if the file has several. */
function byCase(passed: ReadonlyMap<string, boolean>): ReadonlyMap<string, boolean> {
  const parts = [...passed].map(([name, verdict]) => {
    const [, folder = '', own = ''] = /^(.*)\[(.*)\]$/.exec(name) ?? [];
    return { folder, own, verdict };
  });
  const count = (folder: string): number => parts.filter((each) => each.folder === folder).length;
  return new Map(
    parts.map(({ folder, own, verdict }) => [count(folder) > 1 ? `${folder}/${own}` : folder, verdict] as const),
  );
}
