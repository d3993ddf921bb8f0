import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { largeChart, releaseSize } from '../../../src/features/helm/chart-size.js';
import { buildWithKustomize } from '../../support/ask-helper.js';
import { problemsOf, projectWithApi } from '../../support/projects.js';

/** Returns text that hardly compresses. */
function noise(bytes: number, seed: string): string {
  const parts = Array.from({ length: Math.ceil(bytes / 44) }, (_, index) =>
    createHash('sha256').update(`${seed} ${index}`).digest('base64'),
  );
  return parts.join('').slice(0, bytes);
}

const crd = 'templates/crd/a.yaml';
const other = 'templates/other/b.yaml';
const remedyOf = (files: Readonly<Record<string, number>>, mayDivide: boolean): string | undefined => {
  const texts = Object.entries(files).map(([path, bytes]) => [path, noise(bytes, path)] as const);
  return largeChart('dist/chart', new Map(texts), mayDivide)[0]?.help.split(' ').slice(0, 3).join(' ');
};

await buildWithKustomize();

describe('a chart whose release does not fit into a Secret', () => {
  it.each([
    [{ [crd]: 250_000, [other]: 50_000 }, true, undefined],
    [{ [crd]: 300_000, [other]: 300_000 }, true, 'move the CRDs'],
    [{ [crd]: 300_000, [other]: 300_000 }, false, 'remove large objects'],
    [{ [crd]: 600_000, [other]: 50_000 }, true, 'set maxBytes for'],
    [{ [crd]: 600_000 }, false, 'set maxBytes for'],
    [{ [crd]: 50_000, [other]: 600_000 }, true, 'remove large objects'],
  ])('has a remedy: %o, %s', (files, mayDivide, remedy) => {
    expect(remedyOf(files, mayDivide)).toBe(remedy);
  });

  it('is measured as Helm stores it: compressed', () => {
    expect(releaseSize(new Map([[crd, 'a: b\n'.repeat(500_000)]]))).toBeLessThan(50_000);
  });

  it('is reported for a project until the CRDs have a chart of their own', async () => {
    const project = await projectWithApi();
    await project.settings({ helm: true });
    const lines = noise(340_000, 'config')
      .match(/.{1,100}/g)!
      .join('\n    ');
    project.write(
      'config/manager/noise.yaml',
      `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: noise\n  namespace: system\ndata:\n  noise: |\n    ${lines}\n`,
    );
    project.edit('config/manager/kustomization.yaml', '- manager.yaml', '- manager.yaml\n- noise.yaml');
    project.edit(
      'src/api/v1/webserver.types.ts',
      'export class WebServerSpec {',
      `export class WebServerSpec {\n  /** ${noise(200_000, 'type').replaceAll(/[^a-zA-Z0-9]/g, 'a')} */\n  noise?: string;\n`,
    );
    expect(problemsOf(await project.manifests())).toContain('chart-too-large');
    await project.settings({ separateCRDs: true });
    expect(problemsOf(await project.manifests())).not.toContain('chart-too-large');
  });
});
