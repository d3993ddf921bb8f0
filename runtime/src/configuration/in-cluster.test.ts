import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/tree.js';
import type { PemSource } from '../transport/cluster-config.js';
import { inClusterConfig, isInCluster } from './in-cluster.js';

const account = { token: 'secret\n', 'ca.crt': 'PEM', namespace: 'operators\n' };

it('is made of the service account and the variables that every Pod has', async () => {
  const folder = temporaryFolder(account);
  const env = { KUBERNETES_SERVICE_HOST: '10.0.0.1', KUBERNETES_SERVICE_PORT: '6443' };
  const config = inClusterConfig(env, folder);
  expect(config).toMatchObject({
    server: 'https://10.0.0.1:6443',
    certificateAuthority: { origin: `the file ${folder}/ca.crt` },
    namespace: 'operators',
  });
  expect((config.certificateAuthority as PemSource).get()).toBe('PEM');
  expect(await config.credentials.get()).toEqual({ token: 'secret' });
});

it('takes an address of IPv6', () => {
  const env = { KUBERNETES_SERVICE_HOST: 'fd00::1', KUBERNETES_SERVICE_PORT: '443' };
  const { server } = inClusterConfig(env, temporaryFolder(account));
  expect(new URL(server)).toMatchObject({ hostname: '[fd00::1]', protocol: 'https:' });
});

it('is not made elsewhere', () => {
  const here = { KUBERNETES_SERVICE_HOST: '10.0.0.1' };
  expect(isInCluster({}, temporaryFolder(account))).toBe(false);
  expect(isInCluster(here, temporaryFolder())).toBe(false);
  expect(isInCluster(here, temporaryFolder(account))).toBe(true);
  expect(() => inClusterConfig({}, temporaryFolder(account))).toThrow('does not run in a cluster');
});
