import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, it } from 'vitest';

const script = `
  import { createRequire } from 'node:module';
  const { cache } = createRequire(import.meta.url);
  const packages = () =>
    [...new Set(Object.keys(cache).map((path) => /node_modules.((?:@[^/\\\\]+.)?[^/\\\\]+)/.exec(path)?.[1]).filter(Boolean))];
  const { createManager } = await import('@operator-gen/runtime');
  const config = { server: 'https://127.0.0.1:1', credentials: { get: async () => ({}) } };
  await createManager({ config, healthProbeBindAddress: '127.0.0.1:0' });
  const off = packages();
  await createManager({ config, metrics: { bindAddress: '127.0.0.1:0' } });
  const on = packages();
  await import('@operator-gen/runtime/testing');
  console.log(JSON.stringify({ off, on, testing: packages() }));
`;

it('an operator loads no package but yaml, and prom-client only where its metrics are on; its tests load no others', async () => {
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const { stdout } = await execa(process.execPath, ['--input-type=module', '-e', script], { cwd });
  const { off, on, testing } = JSON.parse(stdout) as Record<'off' | 'on' | 'testing', readonly string[]>;
  const heavy = (names: readonly string[]) => names.filter((name) => name !== 'yaml');
  expect(heavy(off)).toEqual([]);
  expect(on).toContain('prom-client');
  expect(heavy(testing)).toEqual(heavy(on));
});

/** The files that are loaded with a file. Types are not, and what is imported later is not either. */
function loadedWith(file: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file)) return found;
  found.add(file);
  const text = readFileSync(file, 'utf8');
  for (const [, path = ''] of text.matchAll(/^(?:import|export)(?! type)[^;]*? from '(\.[^']+)';/gm))
    loadedWith(join(dirname(file), path.replace(/\.js$/, '.ts')), found);
  return found;
}

it('an operator loads what makes the certificate of its webhooks only where it does so', () => {
  const folder = fileURLToPath(new URL('../../runtime/src/', import.meta.url));
  const below = (files: ReadonlySet<string>) =>
    [...files].map((file) => file.slice(folder.length).replaceAll('\\', '/'));
  const own = below(loadedWith(join(folder, 'index.ts'))).filter((file) => file.startsWith('certificates/'));
  expect(own.toSorted()).toEqual(['certificates/options.ts', 'certificates/served-certificate.ts']);
  expect(below(loadedWith(join(folder, 'certificates/keeper.ts')))).toContain('k8s/admissionregistration/v1.ts');
});
