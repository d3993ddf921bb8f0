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
  console.log(JSON.stringify({ off, on: packages() }));
`;

it('an operator loads no package but yaml, and prom-client only where its metrics are on', async () => {
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const { stdout } = await execa(process.execPath, ['--input-type=module', '-e', script], { cwd });
  const { off, on } = JSON.parse(stdout) as { readonly off: readonly string[]; readonly on: readonly string[] };
  expect(off.filter((name) => name !== 'yaml')).toEqual([]);
  expect(on).toContain('prom-client');
});
