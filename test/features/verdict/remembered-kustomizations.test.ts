import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { kustomizationProblems } from '../../../src/features/verdict/kustomization-problems.js';
import type { Outcome } from '../../../src/output/operation/outcome.js';
import { memoryDisk, root, type Files } from '../../support/memory-disk.js';
import { TestMemory } from '../../support/test-memory.js';
import { upstreamThat } from '../../support/upstream.js';

const kustomization = 'config/crd/kustomization.yaml';
const patch = 'config/crd/patches/a.yaml';

/** Returns the kustomizations that `check` reports as failed, of which operator-gen generates some of the files. */
async function failures(files: Files, memory: TestMemory, generated: readonly string[]): Promise<readonly string[]> {
  const { host } = memoryDisk(files);
  const upstream = upstreamThat(async (question) => {
    const { folder = '' } = question as { readonly folder?: string };
    const read = [...files.keys()].filter((path) => path.startsWith(`${folder}/`));
    const isBad = read.some((path) => host.read(posix.join(root, path))!.includes('no such target'));
    return isBad ? { read, problem: { code: 'kustomize', message: 'no such target' } } : { read, built: [] };
  });
  const plan = {
    files: generated.map((path) => {
      const text = files.get(path)!;
      return { path, action: 'unchanged', ownership: 'merged', before: text, after: text } as const;
    }),
  };
  const outcome: Outcome = { root, plan, diagnostics: [], summary: '', next: [] };
  const found = await kustomizationProblems({ host, cwd: root, env: {}, memory, helper: upstream }, outcome);
  return found.map(({ code, position }) => `${code} ${position?.file}`);
}

describe('what a kustomization build reads', () => {
  const good = new Map([
    [kustomization, 'resources: []\n'],
    [patch, 'a: b\n'],
  ]);

  it.each([
    ['a kustomization that operator-gen updates', kustomization, [kustomization]],
    ['a generated file', patch, [kustomization, patch]],
    ['a file of the user', patch, [kustomization]],
  ])('is checked again after a change of %s, there and back', async (_what, path, generated) => {
    const memory = new TestMemory();
    const bad = new Map(good).set(path, 'no such target\n');
    const failed = ['kustomization-failed config/crd/kustomization.yaml'];
    expect(await failures(good, memory, generated)).toEqual([]);
    expect(await failures(bad, memory, generated)).toEqual(failed);
    expect(await failures(good, memory, generated)).toEqual([]);
  });
});
