import { posix } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runLine } from '../../sequences/run-line.js';
import { accepted } from '../../support/accepted.js';
import type { Files } from '../../support/memory-disk.js';

const old = 'src/api/v1/truck.types.ts';
const spoke = 'src/api/v1alpha1/truck.types.ts';
const marker = '@StorageVersion()';

describe('a stored version whose types a user has moved', () => {
  let base: Files;

  beforeAll(async () => {
    base = await accepted(
      new Map(),
      'init --domain example.com --project-name test-operator --skip-install',
      'create api --group fleet --version v1alpha1 --kind Truck',
      'create api --group fleet --version v1 --kind Truck --no-controller',
      'create webhook --group fleet --version v1 --kind Truck --conversion --spoke v1alpha1',
    );
  }, 60_000);

  it.each(['src/api/v1/types.ts', 'src/kinds/v1.ts', 'src/api/v1/kinds/truck.ts'])(
    'stays stored when its conversions are deleted: %s',
    async (path) => {
      const files = await accepted(moved(base, path), 'manifests', 'check');
      const after = await accepted(
        files,
        'delete webhook --group fleet --version v1 --kind Truck --conversion',
        'check',
      );
      expect(after.get(path)).toContain(marker);
      expect(after.get(spoke)).not.toContain(marker);
    },
  );

  it.each(['src/api/v1/types.ts', 'src/kinds/v1.ts'])('is reported when it is deleted: %s', async (path) => {
    const files = await accepted(
      moved(base, path),
      'delete webhook --group fleet --version v1 --kind Truck --conversion',
    );
    const ran = await runLine(files, 'delete api --group fleet --version v1 --kind Truck --force');
    expect(ran.said).toContain('stored-version-deleted');
  });
});

/** Returns a project whose user has moved the types of the stored version. */
function moved(files: Files, target: string): Files {
  const relative = (from: string, to: string): string => {
    const path = posix.relative(posix.dirname(from), to).replace(/ts$/, 'js');
    return path.startsWith('.') ? path : `./${path}`;
  };
  return new Map(
    [...files].map(([path, text]) => {
      const to = path === old ? target : path;
      if (!path.startsWith('src/') || path === 'src/register.ts') return [path, text];
      const imports = text.replaceAll(/'(\.[^']*)\.js'/g, (_, name: string) => {
        const found = posix.join(posix.dirname(path), `${name}.ts`);
        return `'${relative(to, found === old ? target : found)}'`;
      });
      return [to, imports];
    }),
  );
}
