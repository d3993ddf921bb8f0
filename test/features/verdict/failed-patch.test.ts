import { describe, expect, it } from 'vitest';
import { withFailedPatch } from '../../../src/features/verdict/failed-patch.js';
import { buildKustomization } from '../../../src/features/verdict/kustomizations.js';
import { temporaryFolder } from '../../support/tree.js';
import { goReader } from '../../support/upstream.js';

const upstream = await goReader();

const web = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 1}\n';
const files = {
  'a/web.yaml': web,
  'a/more.yaml': web.replace('1}', '2}'),
  'a/gone.yaml': web.replace('name: web', 'name: gone'),
  'a/lost.yaml': web.replace('name: web', 'name: lost'),
  'a/ports.yaml': '- {op: add, path: /spec/ports/-, value: 1}\n',
};
const head = 'resources: [web.yaml]\n';
const inline = '- target: {kind: Deployment}\n  patch: |-\n    - {op: remove, path: /spec/paused}\n';

describe.skipIf(upstream === undefined)('a kustomization that fails for a patch', () => {
  it.each([
    ['the only one', `${head}patches:\n- path: gone.yaml\n`, 'gone.yaml', 3],
    ['one among others', `${head}patches:\n- path: more.yaml\n- path: gone.yaml\n- path: more.yaml\n`, 'gone.yaml', 4],
    [
      'the first of several',
      `${head}patches: [{path: more.yaml}, {path: lost.yaml}, {path: gone.yaml}]\n`,
      'lost.yaml',
      2,
    ],
    ['a JSON patch', `${head}patches:\n- {path: ports.yaml, target: {kind: Deployment}}\n`, 'ports.yaml', 3],
    ['one without a file', `${head}patches:\n- path: more.yaml\n${inline}`, 'patches[1]', 4],
    ['one of an older list', `${head}patchesStrategicMerge:\n- more.yaml\n- gone.yaml\n`, 'gone.yaml', 4],
    [
      'one of the list of JSON patches',
      `${head}patches:\n- path: more.yaml\npatchesJson6902:\n- {path: ports.yaml, target: {version: v1, group: apps, kind: Deployment, name: web}}\n`,
      'ports.yaml',
      5,
    ],
    ['none', `resources: [web.yaml, web.yaml]\npatches:\n- path: more.yaml\n`, undefined, 1],
  ])('names %s', async (_what, text, name, line) => {
    const root = temporaryFolder({ ...files, 'a/kustomization.yaml': text });
    const build = { root, folder: 'a' };
    const built = await buildKustomization(upstream!, build, 'kustomization.yaml');
    const { diagnostics } = await withFailedPatch(upstream!, build, built, () => text);
    const [, found] = /^kustomize cannot build a\/kustomization\.yaml: (?:the patch (\S+) fails: )?./.exec(
      diagnostics[0]?.message ?? '',
    )!;
    expect(found).toBe(name);
    expect(diagnostics[0]?.position).toMatchObject({ file: 'a/kustomization.yaml', line });
  });

  it('has no further builds if it builds', async () => {
    const root = temporaryFolder({ ...files, 'a/kustomization.yaml': head });
    const built = await buildKustomization(upstream!, { root, folder: 'a' }, 'kustomization.yaml');
    const none = { ...upstream!, ask: () => Promise.reject(new Error('asked')) };
    expect(await withFailedPatch(none, { root, folder: 'a' }, built, () => head)).toBe(built);
  });
});
