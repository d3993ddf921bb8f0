import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { DiagnosticsError } from '../../../src/base/diagnostics/diagnostic.js';
import { credentialsOf, writeCredentials } from '../../../src/features/cluster/credentials.js';
import { usualOptions, type Description } from '../../../src/features/cluster/description.js';
import { filesOf } from '../../../src/features/cluster/files.js';
import { mergeInto, removeFrom, userKubeconfig } from '../../../src/features/cluster/merge.js';
import { temporaryFolder } from '../../support/tree.js';

const description: Description = { name: 'dev', createdAt: '', port: 20_000, options: usualOptions };

async function clusterFiles() {
  const files = filesOf(temporaryFolder());
  await writeCredentials('dev', files);
  return files;
}

it('a kubeconfig is created, changed once, and empty again afterwards', async () => {
  const files = await clusterFiles();
  const path = join(temporaryFolder(), '.kube/config');
  mergeInto(path, files, description);
  mergeInto(path, files, { ...description, port: 20_001 });
  const merged = parse(readFileSync(path, 'utf8')) as Record<string, { cluster: { server: string } }[]>;
  expect(merged['clusters']).toHaveLength(1);
  expect(merged['clusters']?.[0]?.cluster.server).toBe('https://127.0.0.1:20001');
  expect(merged['current-context']).toBe('operator-gen-dev');
  expect(lstatSync(path).mode & 0o777).toBe(0o600);
  removeFrom(path, 'dev');
  expect(parse(readFileSync(path, 'utf8'))).toEqual({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [],
    users: [],
    contexts: [],
    'current-context': '',
  });
});

it('a link to a kubeconfig stays a link', async () => {
  const folder = temporaryFolder({ 'real.yaml': 'apiVersion: v1\nkind: Config\n' });
  const link = join(folder, 'config');
  symlinkSync('real.yaml', link);
  mergeInto(link, await clusterFiles(), description);
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(folder, 'real.yaml'), 'utf8')).toContain('operator-gen-dev');
});

it.each([
  ['a list', '- a\n', 'it is not a mapping'],
  ['no YAML', 'a: [\n', /flow/i],
  ['clusters of another form', 'clusters: {}\n', 'clusters is not a list'],
])('%s is not changed', async (_, text, reason) => {
  const path = join(temporaryFolder({ config: text }), 'config');
  const files = await clusterFiles();
  const expected = typeof reason === 'string' ? `cannot be changed: ${reason}` : reason;
  expect(() => mergeInto(path, files, description)).toThrow(expected);
  expect(readFileSync(path, 'utf8')).toBe(text);
  expect(existsSync(`${path}.lock`)).toBe(false);
});

it('a kubeconfig that another program has locked is not changed', async () => {
  const path = join(temporaryFolder({ 'config.lock': '' }), 'config');
  const files = await clusterFiles();
  expect(() => mergeInto(path, files, description)).toThrow(DiagnosticsError);
  expect(existsSync(path)).toBe(false);
  expect(existsSync(`${path}.lock`)).toBe(true);
});

it('the kubeconfig of a user is never that of a cluster', () => {
  const env = { HOME: '/home/jane', KUBECONFIG: '/state/clusters/dev/kubeconfig:/home/jane/work' };
  expect(userKubeconfig(env, '/state/clusters')).toBe('/home/jane/work');
  expect(userKubeconfig({ ...env, KUBECONFIG: '/state/clusters/dev/kubeconfig' }, '/state/clusters')).toBe(
    '/home/jane/.kube/config',
  );
});

it('certificates are kept while they are valid, and the key of service accounts always', async () => {
  const files = await clusterFiles();
  const { authority, serviceAccounts } = credentialsOf(files);
  const read = (path: string): string => readFileSync(path, 'utf8');
  const [before, key] = [read(authority), read(serviceAccounts)];
  await writeCredentials('dev', files);
  expect(read(authority)).toBe(before);
  writeFileSync(authority, 'cut off');
  await writeCredentials('dev', files);
  expect(read(authority)).not.toBe(before);
  expect(read(serviceAccounts)).toBe(key);
  expect(lstatSync(files.certificates).mode & 0o077).toBe(0);
  mkdirSync(join(files.folder, 'etcd'));
});
