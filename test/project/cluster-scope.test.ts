import { readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { resourceInfo, type KindHandle } from '@operator-gen/runtime/api';
import { expect, it } from 'vitest';
import { isOfTheCluster } from '../../src/project/cluster-scope.js';
import { runtimeDeclarations } from '../../src/base/io/runtime-declarations.js';

it('knows of every resource of Kubernetes whether it has namespaces', async () => {
  const folder = pathToFileURL(`${runtimeDeclarations()}/k8s/`);
  const modules = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /^\w+.v\w+\.js$/.test(path),
  );
  let count = 0;
  for (const path of modules) {
    const module = (await import(new URL(path, folder).href)) as Readonly<Record<string, unknown>>;
    for (const value of Object.values(module).filter(isHandle)) {
      const { group, plural, scope } = resourceInfo(value);
      expect(isOfTheCluster(group, plural), `${plural}.${group}`).toBe(scope === 'Cluster');
      count++;
    }
  }
  expect(count).toBeGreaterThan(60);
});

function isHandle(value: unknown): value is KindHandle {
  try {
    resourceInfo(value as KindHandle);
    return true;
  } catch {
    return false;
  }
}
